import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";

/** A signing key and its public part. */
export interface SigningKey {
  keyId: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/**
 * The keys of the local issuer. User tokens and service tokens are signed with different keys, so that a token of one
 * kind is never valid as the other kind.
 */
export interface SigningKeys {
  users: SigningKey;
  services: SigningKey;
}

/** Reads the keys of the local issuer, or creates them at the first start. Only the owner of the file can read it. */
export async function readOrMakeKeys(file: string): Promise<SigningKeys> {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const made = { users: await makeKey(), services: await makeKey() };
    writeFileSync(`${file}.part`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
  const { users, services } = JSON.parse(readFileSync(file, "utf8")) as { users: JWK; services: JWK };
  return { users: await readKey(users), services: await readKey(services) };
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return exportJWK(privateKey);
}

async function readKey(jwk: JWK): Promise<SigningKey> {
  const { d: _secret, ...open } = jwk;
  const privateKey = await importJWK(jwk, "ES256");
  if (privateKey instanceof Uint8Array) throw new Error("the issuer's key file contains no key pair");
  const keyId = await calculateJwkThumbprint(open);
  return { keyId, privateKey, publicJwk: { ...open, kid: keyId, use: "sig", alg: "ES256" } };
}
