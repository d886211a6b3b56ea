import { readFile } from "node:fs/promises";
import { decodeJwt } from "jose";

/** Returns the token for the callee with this audience. Rejects if the token's file can't be read. */
export type ServiceTokenSource = (audience: string) => Promise<string>;

/**
 * Reads tokens from files that are renewed by the platform, such as projected service-account tokens. `{audience}` in
 * the path stands for the callee's audience. A token is cached until four fifths of its remaining lifetime have passed,
 * and for at most five minutes.
 */
export function createServiceTokenSource(
  file: string,
  { now = Date.now }: { readonly now?: () => number } = {},
): ServiceTokenSource {
  const cached = new Map<string, { readonly token: string; readonly readAgainAt: number }>();
  return async (audience) => {
    const entry = cached.get(audience);
    if (entry && entry.readAgainAt > now()) return entry.token;
    const token = (await readFile(file.replaceAll("{audience}", audience), "utf8")).trim();
    const { exp } = decodeJwt(token);
    const leftMs = exp === undefined ? Number.POSITIVE_INFINITY : exp * 1_000 - now();
    cached.set(audience, { token, readAgainAt: now() + Math.min(300_000, leftMs * 0.8) });
    return token;
  };
}
