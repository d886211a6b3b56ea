import { type Permission, permissionsOf } from "./permissions.ts";
import { type AccessRefusal, keysUnavailable, unauthenticated } from "./refusal.ts";
import { createTokenVerifier, type TokenTrust, type VerifierSettings } from "./verify-token.ts";

/** A user, authenticated by a token. */
export interface Caller {
  readonly subject: string;
  /**
   * The value of `createdBy` and `updatedBy`: the token's email, verified or not. If the token has none, its subject.
   */
  readonly name: string;
  /** The email of the token. Null if the token has none, or says that its email is not verified. */
  readonly email: string | null;
  /** When the token expires. A stream or anything else that lasts longer than one request must end at this time. */
  readonly expiresAt: Date;
  may(permission: Permission): boolean;
}

export type AuthenticatedUser =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: AccessRefusal };

/** Authenticates an `authorization` header. */
export type UserAuthenticator = (authorization: string | undefined) => Promise<AuthenticatedUser>;

/**
 * Creates a function that authenticates users by the token in the `authorization` header. The word "Bearer" before the
 * token is optional. Tokens of services and credentials of connectors are refused.
 */
export function createUserAuthenticator(trust: TokenTrust, settings?: VerifierSettings): UserAuthenticator {
  const verify = createTokenVerifier(trust, settings);
  return async (authorization) => {
    const token = bearerToken(authorization);
    if (!token.ok) return token;
    const verified = await verify(token.token);
    if (!verified.ok) return { ok: false, refusal: verified.reason === "unavailable" ? keysUnavailable : badToken };
    const { claims } = verified;
    const allowed = permissionsOf(claims);
    const email = typeof claims.email === "string" && claims.email !== "" ? claims.email : null;
    const caller: Caller = {
      subject: claims.sub,
      name: email ?? claims.sub,
      email: claims.email_verified === false ? null : email,
      expiresAt: new Date(claims.exp * 1_000),
      may: (permission) => allowed.has(permission),
    };
    return { ok: true, caller };
  };
}

const badToken = unauthenticated("the token is expired or not one for this service; get a new one and send it again");

/** Returns the token in an `authorization` header. The word "Bearer" before the token is optional. */
export function bearerToken(
  authorization: string | undefined,
): { readonly ok: true; readonly token: string } | { readonly ok: false; readonly refusal: AccessRefusal } {
  const [first = "", second, ...rest] = authorization?.trim().split(/\s+/) ?? [];
  if (first === "")
    return { ok: false, refusal: unauthenticated('a token is needed: send "authorization: Bearer <token>"') };
  const token = second === undefined ? first : /^bearer$/i.test(first) && rest.length === 0 ? second : undefined;
  if (token === undefined || /^bearer$/i.test(token)) {
    return {
      ok: false,
      refusal: unauthenticated('the authorization header holds no bearer token: send "authorization: Bearer <token>"'),
    };
  }
  return { ok: true, token };
}
