import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** The cost of a hash: 32 MiB and three passes. OWASP recommends this for scrypt. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const LENGTH = 32;
const MEMORY = 64 * 1_024 * 1_024;

/** Returns the stored form of a password, `scrypt$N$r$p$salt$hash`, with the salt and the hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = COST;
  const hash = await derive(password, salt, COST, LENGTH);
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/**
 * Returns whether a password belongs to a stored form. Compares in constant time. Returns false if the stored form does
 * not begin with `scrypt$` or lacks a complete hash. Throws if the cost in the stored form is invalid.
 */
export async function isPasswordOf(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt = "", hash = ""] = stored.split("$");
  const expected = Buffer.from(hash, "base64url");
  // Without this check, an empty hash would fit every password.
  if (kind !== "scrypt" || expected.length !== LENGTH) return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64url"), cost, expected.length);
  return timingSafeEqual(derived, expected);
}

function derive(password: string, salt: Buffer, cost: typeof COST, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, length, { ...cost, maxmem: MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
