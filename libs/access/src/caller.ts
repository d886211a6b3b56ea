import { type Permission, permissionsOf } from "./permissions.ts";
import { type AccessRefusal, keysAway, unauthenticated } from "./refusal.ts";
import { createTokenVerifier, type TokenTrust } from "./verify-token.ts";

/** A person who is known by a token. */
export interface Caller {
  readonly subject: string;
  /** What stands in `createdBy` and `updatedBy`: the email where the token has one, else the subject. */
  readonly name: string;
  /** When the token expires by its own word; what lasts longer than a request ends then. */
  readonly expiresAt: Date;
  may(permission: Permission): boolean;
}

export type AuthenticatedUser =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: AccessRefusal };

/** Reads an `authorization` header. */
export type UserAuthenticator = (authorization: string | undefined) => Promise<AuthenticatedUser>;

/**
 * Knows people by their token, with or without "Bearer" before it. Tokens of services and the id and secret of a
 * connector are refused like any other foreign credential.
 */
export function createUserAuthenticator(
  trust: TokenTrust,
  settings?: Parameters<typeof createTokenVerifier>[1],
): UserAuthenticator {
  const verify = createTokenVerifier(trust, settings);
  return async (authorization) => {
    const token = bearerToken(authorization);
    if (!token.ok) return token;
    const verified = await verify(token.token);
    if (!verified.ok) return { ok: false, refusal: verified.reason === "unavailable" ? keysAway : badToken };
    const { claims } = verified;
    const allowed = permissionsOf(claims);
    const { email } = claims;
    const caller: Caller = {
      subject: claims.sub,
      name: typeof email === "string" && email !== "" ? email : claims.sub,
      expiresAt: new Date(claims.exp * 1_000),
      may: (permission) => allowed.has(permission),
    };
    return { ok: true, caller };
  };
}

const badToken = unauthenticated("the token is expired or not one for this service; get a new one and send it again");

/** The token of an `authorization` header, with or without the word "Bearer". */
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
      refusal: unauthenticated('only a token opens this address: send "authorization: Bearer <token>"'),
    };
  }
  return { ok: true, token };
}
