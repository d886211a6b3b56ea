import { bearerToken } from "./caller.ts";
import { type AccessRefusal, keysUnavailable, unauthenticated } from "./refusal.ts";
import { createTokenVerifier, type TokenTrust, type VerifierSettings } from "./verify-token.ts";

export type AuthenticatedService =
  | { readonly ok: true; readonly subject: string }
  | { readonly ok: false; readonly refusal: AccessRefusal };

/**
 * Authenticates another service by its `authorization` header. The token's subject must be one of `allowedSubjects`. An
 * invalid token is refused with 401, and the token of another subject with 403.
 */
export type ServiceAuthenticator = (
  authorization: string | undefined,
  allowedSubjects: readonly string[],
) => Promise<AuthenticatedService>;

/** Authenticates other services by their token. Users' tokens come from another issuer and are refused. */
export function createServiceAuthenticator(trust: TokenTrust, settings?: VerifierSettings): ServiceAuthenticator {
  const verify = createTokenVerifier(trust, settings);
  return async (authorization, allowedSubjects) => {
    const token = bearerToken(authorization);
    if (!token.ok) return token;
    const verified = await verify(token.token);
    if (!verified.ok) return { ok: false, refusal: verified.reason === "unavailable" ? keysUnavailable : badToken };
    const { sub: subject } = verified.claims;
    if (allowedSubjects.includes(subject)) return { ok: true, subject };
    const message = `the service "${subject}" may not use this route`;
    return { ok: false, refusal: { status: 403, code: "FORBIDDEN", message } };
  };
}

const badToken = unauthenticated("only a token of another service of this installation opens this route");
