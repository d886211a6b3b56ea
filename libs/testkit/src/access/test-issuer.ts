import { createServer } from "node:http";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { listen } from "../servers/listen.ts";

/** Options of a token. All have a default, so a test states only what matters to it. */
export interface TokenOptions {
  readonly subject?: string;
  readonly email?: string;
  /** The claim `email_verified`; left out of the token when not given. */
  readonly emailVerified?: boolean;
  /** The claim `permissions`; left out of the token when not given. */
  readonly permissions?: readonly string[];
  /** The claim `scope`; left out of the token when not given. */
  readonly scope?: string;
  readonly audience?: string;
  readonly issuer?: string;
  /** The time of expiry, in seconds from now. With a negative number the token is expired. The default is 3,600. */
  readonly expiresIn?: number;
  /** The time from which the token is valid, in seconds from now. By default, the token has no such time. */
  readonly notBefore?: number;
  /**
   * The signature algorithm. The default is RS256. With HS256, the token is signed with the text of the public key as
   * the secret, which is a known way to forge tokens.
   */
  readonly algorithm?: "RS256" | "ES256" | "RS512" | "HS256" | "none";
  /** The key id in the token's header. The default is the id of the key that belongs to `algorithm`. */
  readonly keyId?: string;
}

/** One issuer, as a verifier needs it. */
export interface IssuerTrust {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
}

/** Two issuers on one free local port: one for users and one for services. Each issuer has its own keys. */
export interface TestIssuer {
  readonly users: IssuerTrust;
  readonly services: IssuerTrust;
  userToken(options?: TokenOptions): Promise<string>;
  serviceToken(options?: TokenOptions): Promise<string>;
  /**
   * Returns the environment variables of a process that trusts both issuers. `audience` is the audience that the
   * process requires in services' tokens.
   */
  environment(audience: string): Record<string, string>;
  /**
   * Replaces the keys of both issuers. New tokens are signed with the new keys, and the old keys are no longer
   * published.
   */
  replaceKeys(): Promise<void>;
  /** Answers every request with status 503 from now on. */
  fail(): void;
  /** How often keys were fetched. */
  fetches(): number;
  stop(): Promise<void>;
}

type Family = "users" | "services";

/** Starts both issuers. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const keys = { users: await makeKeys("users"), services: await makeKeys("services") };
  let fetches = 0;
  let isFailing = false;
  const server = createServer((request, response) => {
    const family = request.url?.split("/")[1];
    const found = family === "users" || family === "services" ? keys[family] : undefined;
    if (found) fetches += 1;
    response.writeHead(isFailing ? 503 : found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ? { keys: found.published } : {}));
  });
  const { url: base, stop } = await listen(server);
  const trust = (family: Family): IssuerTrust => ({
    issuer: `${base}/${family}`,
    audience: family === "users" ? "network-access" : "service",
    jwksUrl: `${base}/${family}/jwks`,
  });
  const users = trust("users");
  const services = trust("services");
  // The first `fetch` of a process also loads the HTTP client, which takes long on a busy machine. This call loads the
  // client here, so that a later `fetch` in the code under test does not miss its deadline.
  await (await fetch(base)).text();

  return {
    users,
    services,
    userToken: (options = {}) => mint(keys.users, users, { subject: "user-1", email: "ada@example.com", ...options }),
    serviceToken: (options = {}) => mint(keys.services, services, { subject: "service-1", ...options }),
    environment: (audience) => ({
      USER_ISSUER: users.issuer,
      USER_JWKS_URL: users.jwksUrl,
      USER_AUDIENCE: users.audience,
      SERVICE_ISSUER: services.issuer,
      SERVICE_JWKS_URL: services.jwksUrl,
      SERVICE_AUDIENCE: audience,
    }),
    async replaceKeys() {
      keys.users = await makeKeys("users");
      keys.services = await makeKeys("services");
    },
    fail() {
      isFailing = true;
    },
    fetches: () => fetches,
    stop,
  };
}

interface Keys {
  readonly rsa: CryptoKey;
  readonly elliptic: CryptoKey;
  readonly published: readonly Record<string, unknown>[];
}

async function makeKeys(family: Family): Promise<Keys> {
  const rsa = await generateKeyPair("RS256", { extractable: true });
  const elliptic = await generateKeyPair("ES256", { extractable: true });
  return {
    rsa: rsa.privateKey,
    elliptic: elliptic.privateKey,
    published: [
      { ...(await exportJWK(rsa.publicKey)), kid: `${family}-rsa`, use: "sig" },
      { ...(await exportJWK(elliptic.publicKey)), kid: `${family}-ec`, use: "sig" },
    ],
  };
}

async function mint(keys: Keys, trust: IssuerTrust, options: TokenOptions): Promise<string> {
  const { algorithm = "RS256", expiresIn = 3_600, notBefore } = options;
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: options.issuer ?? trust.issuer,
    aud: options.audience ?? trust.audience,
    iat: now,
    exp: now + expiresIn,
    ...(notBefore === undefined ? {} : { nbf: now + notBefore }),
    ...(options.subject === undefined ? {} : { sub: options.subject }),
    ...(options.email === undefined ? {} : { email: options.email }),
    ...(options.emailVerified === undefined ? {} : { email_verified: options.emailVerified }),
    ...(options.permissions === undefined ? {} : { permissions: options.permissions }),
    ...(options.scope === undefined ? {} : { scope: options.scope }),
  };
  const [rsa, elliptic] = keys.published;
  if (algorithm === "none") {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "none" })}.${part(claims)}.`;
  }
  const published = algorithm === "ES256" ? elliptic : rsa;
  const header = { alg: algorithm, kid: options.keyId ?? String(published?.kid) };
  const signing =
    algorithm === "HS256"
      ? new TextEncoder().encode(JSON.stringify(rsa))
      : algorithm === "ES256"
        ? keys.elliptic
        : await keyFor(keys, algorithm);
  return new SignJWT(claims).setProtectedHeader(header).sign(signing);
}

/**
 * Returns the private RSA key, for signing with `algorithm`. A token with RS512 has a valid signature, but verifiers do
 * not accept this algorithm.
 */
async function keyFor(keys: Keys, algorithm: "RS256" | "RS512"): Promise<CryptoKey> {
  if (algorithm === "RS256") return keys.rsa;
  const jwk = await crypto.subtle.exportKey("jwk", keys.rsa);
  const { alg: _, ...rest } = jwk;
  return crypto.subtle.importKey("jwk", rest, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" }, true, ["sign"]);
}
