import { createHmac } from "node:crypto";
import { expect, test } from "@jest/globals";
import { aKeyFile } from "../../test/integrations.ts";
import { createAddressDigest } from "./address-digest.ts";
import { parseSecretKeys, type SecretKeys } from "./secret-keys.ts";

function keysIn(file: string): SecretKeys {
  const parsed = parseSecretKeys(file);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.keys;
}

const hash = "a".repeat(64);

test("processes that read the same file of keys make the same digests; another installation makes others", () => {
  const file = aKeyFile("k1");
  const digest = createAddressDigest(keysIn(file))(hash);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(createAddressDigest(keysIn(file))(hash)).toBe(digest);
  expect(createAddressDigest(keysIn(file))("b".repeat(64))).not.toBe(digest);
  expect(createAddressDigest(keysIn(aKeyFile("k1")))(hash)).not.toBe(digest);
});

test("the current key alone counts, so a new current key makes a leaked one useless", () => {
  const keys = keysIn(aKeyFile("old", "new"));
  const digest = createAddressDigest(keys)(hash);
  const without = new Map([...keys.keys].filter(([id]) => id === "new"));
  expect(createAddressDigest({ current: "new", keys: without })(hash)).toBe(digest);
  expect(createAddressDigest({ ...keys, current: "old" })(hash)).not.toBe(digest);
});

test("the key that secrets are encrypted with is not used itself", () => {
  const keys = keysIn(aKeyFile("k1"));
  const [key = Buffer.alloc(0)] = keys.keys.values();
  expect(createAddressDigest(keys)(hash)).not.toBe(createHmac("sha256", key).update(hash).digest("hex"));
});

test("keys without the current one are an error", () => {
  expect(() => createAddressDigest({ current: "gone", keys: new Map() })).toThrow('the key "gone"');
});
