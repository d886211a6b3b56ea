import { expect, test } from "@jest/globals";
import { hashPassword, isPasswordOf } from "./password-hash.ts";

test("a stored form fits its password, also if its characters are composed in another way, and no other one", async () => {
  const stored = await hashPassword("caf\u00e9");
  expect(await isPasswordOf("cafe\u0301", stored)).toBe(true);
  expect(await isPasswordOf("cafe", stored)).toBe(false);
});

test("a stored form without its complete hash fits no password", async () => {
  for (const stored of ["scrypt$2$8$1$c2FsdA$", "scrypt$2$8$1$c2FsdA", "scrypt$2$8$1$c2FsdA$AAAA", "scrypt", ""])
    expect([stored, await isPasswordOf("any", stored)]).toEqual([stored, false]);
});
