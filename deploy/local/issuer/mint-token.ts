import { SignJWT } from "jose";
import type { SigningKeys } from "./signing-keys.ts";

/** The audience of every user's token in the local stack. */
export const USER_AUDIENCE = "network-access-service";

/** The issuer of service tokens. User tokens have a different issuer. */
export const serviceIssuer = (issuer: string): string => `${issuer}/services`;

/** Creates a user's token, like the ID token of an OIDC provider. */
export function userToken(
  keys: SigningKeys,
  issuer: string,
  options: { email: string; permissions: readonly string[]; expiresInSeconds: number; audience?: string },
  now: Date = new Date(),
): Promise<string> {
  const claims = { email: options.email, permissions: options.permissions };
  return sign(keys.users, claims, {
    issuer,
    subject: `user:${options.email}`,
    audience: options.audience ?? USER_AUDIENCE,
    expiresInSeconds: options.expiresInSeconds,
    now,
  });
}

/**
 * Creates the token for calls from one service to another. The subject of the token is the calling service, and the
 * audience is the called service.
 */
export function serviceToken(
  keys: SigningKeys,
  issuer: string,
  options: { caller: string; audience: string; expiresInSeconds: number },
  now: Date = new Date(),
): Promise<string> {
  return sign(
    keys.services,
    {},
    {
      issuer: serviceIssuer(issuer),
      subject: `service:${options.caller}`,
      audience: options.audience,
      expiresInSeconds: options.expiresInSeconds,
      now,
    },
  );
}

function sign(
  key: SigningKeys["users"],
  claims: Record<string, unknown>,
  about: { issuer: string; subject: string; audience: string; expiresInSeconds: number; now: Date },
): Promise<string> {
  const issuedAt = Math.floor(about.now.getTime() / 1_000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: key.keyId, typ: "JWT" })
    .setIssuer(about.issuer)
    .setSubject(about.subject)
    .setAudience(about.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + about.expiresInSeconds)
    .sign(key.privateKey);
}
