/**
 * Returns whether an `if-none-match` header matches this ETag by the weak comparison of RFC 9110. `*` matches every
 * ETag.
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].some(([, opaque]) => opaque === etag);
}

/** Reports whether an `accept-encoding` header accepts gzip with at least the weight of an unencoded response. */
export function prefersGzip(header: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const part of header?.toLowerCase().split(",") ?? []) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const gzip = weights.get("gzip") ?? weights.get("*") ?? 0;
  return gzip > 0 && gzip >= (weights.get("identity") ?? 0);
}
