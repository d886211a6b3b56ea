import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { decodePageKey, encodePageKey } from "./page-key.ts";

const position = z.tuple([z.string(), z.number()]);

test("a key decodes to its position in its own list", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: "binary" }), fc.integer(), (kind, text, number) => {
      const well = text.toWellFormed();
      const key = encodePageKey(kind.toWellFormed(), [well, number]);
      expect(decodePageKey(kind.toWellFormed(), key, position)).toEqual({ ok: true, position: [well, number] });
      expect(key).toMatch(/^[A-Za-z0-9_.-]+$/);
    }),
  );
});

test("a key with one character changed, cut or added is refused", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const accepted: string[] = [];
  for (const text of ["", "a", "ab", "abc"]) {
    const key = encodePageKey("list", [text, 7]);
    for (let at = 0; at < key.length; at += 1) {
      const [before, after] = [key.slice(0, at), key.slice(at + 1)];
      const changed = [...letters].filter((letter) => letter !== key[at]).map((letter) => before + letter + after);
      const garbled = [...changed, before, `${before}A${key.slice(at)}`];
      accepted.push(...garbled.filter((text) => decodePageKey("list", text, position).ok));
    }
  }
  expect(accepted).toEqual([]);
});

test("the key of another list, of another shape, or a text that is no key is refused on nextPageKey", () => {
  const foreign = [
    encodePageKey("boundaries", ["a", 1]),
    encodePageKey("change-requests", ["a"]),
    encodePageKey("change-requests", ["a", "1"]),
    "",
    "null",
    "x".repeat(100_000),
    Buffer.from('["a",1]').toString("base64url"),
  ];
  for (const key of foreign) {
    expect(decodePageKey("change-requests", key, position)).toMatchObject({
      ok: false,
      failure: { kind: "invalid-input", fields: [{ path: "nextPageKey" }] },
    });
  }
});

test("a key that was given out before is still one", () => {
  const key = "WzEsImxpc3QiLFsiY3ItMSIsN11d.SlAOLmcq3Jr";
  expect(encodePageKey("list", ["cr-1", 7])).toBe(key);
  expect(decodePageKey("list", key, position)).toEqual({ ok: true, position: ["cr-1", 7] });
});
