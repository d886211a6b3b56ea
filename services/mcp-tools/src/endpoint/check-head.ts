import type { IncomingHttpHeaders } from "node:http";

/** The reason why a request is refused before its caller is identified. */
interface HeadRefusal {
  readonly status: 403 | 405 | 406 | 415;
  readonly message: string;
}

/** The kind of a request, as its method and headers show it. `headers` are headers of the response. */
export type HeadCheck =
  | { readonly kind: "preflight"; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "message" }
  | { readonly kind: "refused"; readonly refusal: HeadRefusal; readonly headers: Readonly<Record<string, string>> };

export interface AcceptedPlaces {
  /** The accepted host names, in lower case and without a port. Loopback names are always accepted. */
  readonly hosts: readonly string[];
  /** The accepted origins, as browsers send them. Loopback origins are always accepted. */
  readonly origins: readonly string[];
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MESSAGE_TYPES = ["application/json", "text/event-stream"] as const;
const ALLOWED_HEADERS = [
  ...["x-api-key", "x-mgr-user-id", "x-device-group-id", "content-type", "accept"],
  ...["mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"],
];

/** Checks the head of a request: preflight, method, host, origin, accepted types and content type, in this order. */
export function checkHead(method: string, headers: IncomingHttpHeaders, places: AcceptedPlaces): HeadCheck {
  const { origin } = headers;
  const isAccepted = origin === undefined || isAcceptedOrigin(origin, places.origins);
  if (method === "OPTIONS" && origin !== undefined && headers["access-control-request-method"] !== undefined)
    return { kind: "preflight", headers: isAccepted ? PREFLIGHT_HEADERS : {} };
  const refusal = refusalOf(method, headers, isAccepted, places.hosts);
  if (!refusal) return { kind: "message" };
  return { kind: "refused", refusal, headers: refusal.status === 405 ? { allow: "POST" } : {} };
}

/**
 * Returns the headers that all responses to this request get. They allow web pages of an accepted origin to read the
 * response.
 */
export function originHeaders(
  { origin }: IncomingHttpHeaders,
  places: AcceptedPlaces,
): Readonly<Record<string, string>> {
  if (origin === undefined || !isAcceptedOrigin(origin, places.origins)) return { vary: "origin" };
  return {
    ...{ vary: "origin", "access-control-allow-origin": origin },
    "access-control-expose-headers": "x-request-id, retry-after, www-authenticate",
  };
}

function refusalOf(
  method: string,
  headers: IncomingHttpHeaders,
  isOriginAccepted: boolean,
  hosts: readonly string[],
): HeadRefusal | undefined {
  if (method !== "POST") return { status: 405, message: "Method not allowed" };
  if (!isAcceptedHost(headers.host, hosts)) return { status: 403, message: "Host not allowed" };
  if (!isOriginAccepted) return { status: 403, message: "Origin not allowed" };
  const accepted = acceptedTypes(headers.accept);
  if (!MESSAGE_TYPES.every((type) => accepted.has(type)))
    return { status: 406, message: `Not acceptable: accept must list ${MESSAGE_TYPES.join(" and ")}` };
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() === "application/json") return undefined;
  return { status: 415, message: "Unsupported media type: content-type must be application/json" };
}

const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": ALLOWED_HEADERS.join(", "),
  "access-control-max-age": "600",
};

function isAcceptedHost(host: string | undefined, hosts: readonly string[]): boolean {
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  if (url === null || url.pathname !== "/" || url.username !== "" || url.search !== "") return false;
  return LOOPBACK.has(url.hostname) || hosts.includes(url.hostname);
}

function isAcceptedOrigin(origin: string, origins: readonly string[]): boolean {
  if (origins.includes(origin)) return true;
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === origin && LOOPBACK.has(url.hostname);
}

/**
 * Returns the media types in the header, without those with the weight 0. A wildcard such as "application/*" is
 * returned as it is, and not as the types that it stands for.
 */
function acceptedTypes(accept: string | undefined): ReadonlySet<string> {
  const parts = (accept ?? "").toLowerCase().split(",");
  return new Set(
    parts.flatMap((part) => {
      const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      return parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) ? [] : [type];
    }),
  );
}
