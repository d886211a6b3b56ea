import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { someKeys } from "../../test/integrations.ts";
import { openText, sealText } from "./sealed-text.ts";
import { parseSecretKeys } from "./secret-keys.ts";

test("a sealed text is opened with the key it was sealed with, also when another one is current", () => {
  const keys = someKeys("old");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const sealed = sealText(keys, "owner", text);
      const rotated = { current: "new", keys: new Map([...someKeys("new").keys, ...keys.keys]) };
      expect(sealed.keyId).toBe("old");
      expect(openText(rotated, "owner", sealed)).toBe(text);
      expect(sealText(rotated, "owner", text).keyId).toBe("new");
    }),
  );
});

test("the same text is sealed differently each time and is not readable", () => {
  const keys = someKeys();
  const seals = Array.from({ length: 20 }, () => sealText(keys, "owner", "whsec_sesame"));
  expect(new Set(seals.map(({ nonce }) => nonce)).size).toBe(20);
  expect(new Set(seals.map(({ sealed }) => sealed)).size).toBe(20);
  for (const { sealed } of seals) expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("sesame");
});

test("a text that was changed, belongs to another owner or has no key is not opened", () => {
  const keys = someKeys();
  const sealed = sealText(keys, "owner", "whsec_sesame");
  const bytes = Buffer.from(sealed.sealed, "base64");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openText(keys, "owner", { ...sealed, sealed: changed.toString("base64") })).toThrow();
  }
  expect(() => openText(keys, "owner", { ...sealed, sealed: bytes.subarray(0, -1).toString("base64") })).toThrow();
  expect(() => openText(keys, "other", sealed)).toThrow();
  expect(() => openText(someKeys("k2"), "owner", sealed)).toThrow('the key "k1" is not among the configured ones');
});

test("a key file names all its errors, and never a key", () => {
  const short = Buffer.alloc(16, 7).toString("base64");
  const parsed = parseSecretKeys(JSON.stringify({ current: "2", keys: { 1: short, "a b": short } }));
  expect(parsed.ok).toBe(false);
  const problem = parsed.ok ? "" : parsed.problem;
  expect(problem).toContain("it.keys.1 must be 32 random bytes in base64");
  expect(problem).toContain("it.keys.a b must have an id of 1 to 64 letters");
  expect(problem).not.toContain(short);
});

test("a key file whose ids and keys are swapped reveals no key", () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  for (const swapped of [key, key.replace("=", "")]) {
    const parsed = parseSecretKeys(JSON.stringify({ current: "1", keys: { [swapped]: "1" } }));
    const problem = parsed.ok ? "" : parsed.problem;
    expect(problem).toContain("it.keys.(an id of");
    expect(problem).not.toContain(swapped.slice(0, 8));
  }
});
