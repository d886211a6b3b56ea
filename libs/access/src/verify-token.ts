import { hash as hashOf } from "node:crypto";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from "jose";

/** Whose tokens are believed, and for whom they must be meant. */
export interface TokenTrust {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
}

export type Verified =
  | { readonly ok: true; readonly claims: VerifiedClaims }
  | { readonly ok: false; readonly reason: "refused" | "unavailable" };

/** `exp` in seconds since 1970. */
export type VerifiedClaims = JWTPayload & { readonly sub: string; readonly exp: number };

/** Checks one token: signature (RS256 or ES256), issuer, audience, times with 30 s of skew, and that it has a subject. */
export type TokenVerifier = (token: string) => Promise<Verified>;

const skewSeconds = 30;
const longestToken = 16 * 1_024;
const keysKeptMs = 600_000;
const betweenFetchesMs = 30_000;
const rememberedMs = 300_000;

/**
 * Keys are fetched from the issuer, kept for ten minutes, and fetched at most every 30 s for unknown ones. While the
 * issuer is away it is asked every 30 s, and the keys of last time go on; without any the answer is "unavailable".
 * Verified tokens are remembered by hash for five minutes, or until they expire: one whose key was withdrawn is refused
 * after a quarter of an hour.
 */
export function createTokenVerifier(
  { issuer, audience, jwksUrl }: TokenTrust,
  { now = Date.now, remembered = 10_000 }: { readonly now?: () => number; readonly remembered?: number } = {},
): TokenVerifier {
  const remote = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 2_000,
    cooldownDuration: betweenFetchesMs,
    cacheMaxAge: keysKeptMs,
  });
  let awayUntil = 0;
  const memory = new Map<string, { readonly claims: VerifiedClaims; readonly until: number }>();

  async function key(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    const last = remote.jwks();
    if (last && now() < awayUntil) return createLocalJWKSet(last)(header, token);
    try {
      return await remote(header, token);
    } catch (error) {
      if (isAboutTheToken(error)) throw error;
      if (!last) throw new KeysAway(error);
      awayUntil = now() + betweenFetchesMs;
      return createLocalJWKSet(last)(header, token);
    }
  }

  function remember(hash: string, claims: VerifiedClaims): void {
    const oldest = memory.size >= remembered ? memory.keys().next().value : undefined;
    if (oldest !== undefined) memory.delete(oldest);
    memory.set(hash, { claims, until: Math.min((claims.exp + skewSeconds) * 1_000, now() + rememberedMs) });
  }

  return async (token) => {
    if (token.length > longestToken) return { ok: false, reason: "refused" };
    const hash = hashOf("sha256", token, "base64url");
    const before = memory.get(hash);
    if (before && before.until > now()) return { ok: true, claims: before.claims };
    memory.delete(hash);
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience,
        algorithms: ["RS256", "ES256"],
        clockTolerance: skewSeconds,
        currentDate: new Date(now()),
        requiredClaims: ["exp", "sub"],
      });
      const { sub, exp } = payload;
      if (!sub || exp === undefined) return { ok: false, reason: "refused" };
      const claims = { ...payload, sub, exp };
      remember(hash, claims);
      return { ok: true, claims };
    } catch (error) {
      if (error instanceof KeysAway) return { ok: false, reason: "unavailable" };
      if (error instanceof errors.JOSEError || error instanceof TypeError) return { ok: false, reason: "refused" };
      throw error;
    }
  };
}

class KeysAway extends Error {
  constructor(cause: unknown) {
    super("the issuer's keys can't be fetched", { cause });
    this.name = "KeysAway";
  }
}

function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
