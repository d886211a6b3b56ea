import { createHash } from "node:crypto";
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

/**
 * Keys are fetched from the issuer, kept for ten minutes, and fetched at most every 30 s for unknown ones. While the
 * issuer is away the keys of last time go on; without any the answer is "unavailable". Verified tokens are remembered
 * by hash until they expire.
 */
export function createTokenVerifier(
  { issuer, audience, jwksUrl }: TokenTrust,
  { now = Date.now, remembered = 10_000 }: { readonly now?: () => number; readonly remembered?: number } = {},
): TokenVerifier {
  const remote = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 2_000,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
  });
  const memory = new Map<string, { readonly claims: VerifiedClaims; readonly until: number }>();

  async function key(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    try {
      return await remote(header, token);
    } catch (error) {
      if (isAboutTheToken(error)) throw error;
      const last = remote.jwks();
      if (last) return createLocalJWKSet(last)(header, token);
      throw new KeysAway(error);
    }
  }

  function remember(hash: string, claims: VerifiedClaims): void {
    const oldest = memory.size >= remembered ? memory.keys().next().value : undefined;
    if (oldest !== undefined) memory.delete(oldest);
    memory.set(hash, { claims, until: (claims.exp + skewSeconds) * 1_000 });
  }

  return async (token) => {
    if (token.length > longestToken) return { ok: false, reason: "refused" };
    const hash = createHash("sha256").update(token).digest("base64url");
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
