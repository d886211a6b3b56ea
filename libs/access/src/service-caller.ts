import { bearerToken } from "./caller.ts";
import { type AccessRefusal, keysAway, unauthenticated } from "./refusal.ts";
import { createTokenVerifier, type TokenTrust } from "./verify-token.ts";

export type AuthenticatedService =
  | { readonly ok: true; readonly subject: string }
  | { readonly ok: false; readonly refusal: AccessRefusal };

/** Reads an `authorization` header and the subjects that may use the route: 401 for a bad token, 403 for another subject. */
export type ServiceAuthenticator = (
  authorization: string | undefined,
  allowedSubjects: readonly string[],
) => Promise<AuthenticatedService>;

/** Knows other services by the token they show. Tokens of people come from another issuer and are refused. */
export function createServiceAuthenticator(
  trust: TokenTrust,
  settings?: Parameters<typeof createTokenVerifier>[1],
): ServiceAuthenticator {
  const verify = createTokenVerifier(trust, settings);
  return async (authorization, allowedSubjects) => {
    const token = bearerToken(authorization);
    if (!token.ok) return token;
    const verified = await verify(token.token);
    if (!verified.ok) return { ok: false, refusal: verified.reason === "unavailable" ? keysAway : badToken };
    const { sub: subject } = verified.claims;
    if (allowedSubjects.includes(subject)) return { ok: true, subject };
    const message = `the service "${subject}" may not use this route`;
    return { ok: false, refusal: { status: 403, code: "FORBIDDEN", message } };
  };
}

const badToken = unauthenticated("only a token of another service of this installation opens this route");
