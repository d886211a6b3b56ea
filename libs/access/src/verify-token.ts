import { hash as hashOf } from "node:crypto";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from "jose";
import { createKeyFetch, type KeyFetchSettings } from "./key-fetch.ts";

/** A trusted issuer, and the audience its tokens must have. */
export interface TokenTrust extends KeyFetchSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
}

export type Verified =
  | { readonly ok: true; readonly claims: VerifiedClaims }
  | { readonly ok: false; readonly reason: "refused" | "unavailable" };

/** `exp` in seconds since 1970. */
export type VerifiedClaims = JWTPayload & { readonly sub: string; readonly exp: number };

/**
 * Verifies a token: its signature (RS256 or ES256), issuer, audience and period of validity. The clock of the issuer
 * may differ from the clock of this process by 30 s. The token must have a subject.
 */
export type TokenVerifier = (token: string) => Promise<Verified>;

/** Settings of a verifier. All have a default. */
export interface VerifierSettings {
  readonly now?: () => number;
  readonly maxCached?: number;
  /** Gets a warning when keys can't be fetched, at most once a minute, and a line when a later fetch succeeds. */
  readonly logger?: {
    warn(members: object, message: string): void;
    info(members: object, message: string): void;
  };
}

const skewSeconds = 30;
const maxTokenLength = 16 * 1_024;
const keysCachedMs = 600_000;
const refetchAfterMs = 30_000;
const tokensCachedMs = 300_000;
const logEveryMs = 60_000;

/**
 * Creates a verifier with two caches:
 * - It caches the issuer's keys for ten minutes. If a token names an unknown key, the verifier fetches the keys again,
 *   but at most every 30 s.
 * - It caches verified tokens by their hash for five minutes, or until they expire if that is earlier.
 *
 * If the issuer does not answer, the verifier uses the last keys and repeats the request at most every 30 s. Without
 * any keys, the result is "unavailable".
 *
 * If the issuer answers, a token is refused at most 15 minutes after its key was withdrawn.
 */
export function createTokenVerifier(
  { issuer, audience, jwksUrl, ...fetching }: TokenTrust,
  { now = Date.now, maxCached = 10_000, logger }: VerifierSettings = {},
): TokenVerifier {
  const fetchKeys = createKeyFetch(fetching);
  const { origin, pathname } = new URL(jwksUrl);
  const url = `${origin}${pathname}`;
  let failedAt: number | undefined;
  /**
   * True if the issuer has responded to a request for keys since the last lookup of a key ended. A recovery is logged
   * only at the end of a lookup, because the response alone may contain no keys.
   */
  let isAnswered = false;
  const remote = createRemoteJWKSet(new URL(jwksUrl), {
    async [customFetch](...given) {
      const fetched = await fetchKeys(...given);
      isAnswered = true;
      return fetched;
    },
    timeoutDuration: 2_000,
    cooldownDuration: refetchAfterMs,
    cacheMaxAge: keysCachedMs,
  });
  let awayUntil = 0;
  const verified = new Map<string, { readonly claims: VerifiedClaims; readonly until: number }>();

  async function key(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    const last = remote.jwks();
    if (last && now() < awayUntil) return createLocalJWKSet(last)(header, token);
    try {
      const found = await remote(header, token);
      logRecovery();
      return found;
    } catch (error) {
      if (isAboutTheToken(error)) {
        logRecovery();
        throw error;
      }
      isAnswered = false;
      logFailure(error);
      if (!last) throw new KeysUnavailable(error);
      awayUntil = now() + refetchAfterMs;
      return createLocalJWKSet(last)(header, token);
    }
  }

  function logRecovery(): void {
    if (!isAnswered) return;
    isAnswered = false;
    if (failedAt !== undefined) logger?.info({ issuer, url }, "the issuer's keys are fetched again");
    failedAt = undefined;
  }

  function logFailure(err: unknown): void {
    if (failedAt !== undefined && now() < failedAt + logEveryMs) return;
    failedAt = now();
    logger?.warn({ err, issuer, url }, "the issuer's keys can't be fetched");
  }

  function addToCache(hash: string, claims: VerifiedClaims): void {
    const oldest = verified.size >= maxCached ? verified.keys().next().value : undefined;
    if (oldest !== undefined) verified.delete(oldest);
    verified.set(hash, { claims, until: Math.min((claims.exp + skewSeconds) * 1_000, now() + tokensCachedMs) });
  }

  return async (token) => {
    if (token.length > maxTokenLength) return { ok: false, reason: "refused" };
    const hash = hashOf("sha256", token, "base64url");
    const cached = verified.get(hash);
    if (cached && cached.until > now()) return { ok: true, claims: cached.claims };
    verified.delete(hash);
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
      addToCache(hash, claims);
      return { ok: true, claims };
    } catch (error) {
      if (error instanceof KeysUnavailable) return { ok: false, reason: "unavailable" };
      if (error instanceof errors.JOSEError || error instanceof TypeError) return { ok: false, reason: "refused" };
      throw error;
    }
  };
}

class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super("the issuer's keys can't be fetched", { cause });
    this.name = "KeysUnavailable";
  }
}

function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
