import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { createServiceTokenSource } from "./service-token-source.ts";

let issuer: TestIssuer;
let folder: string;
beforeAll(async () => {
  issuer = await startTestIssuer();
  folder = await mkdtemp(join(tmpdir(), "tokens-"));
});
afterAll(async () => {
  await issuer.stop();
  await rm(folder, { recursive: true });
});

test("each audience has a file of its own", async () => {
  const tokens = {
    inventory: await issuer.serviceToken({ audience: "inventory" }),
    other: await issuer.serviceToken(),
  };
  for (const [audience, token] of Object.entries(tokens))
    await writeFile(join(folder, `${audience}.jwt`), `${token}\n`);
  const source = createServiceTokenSource(join(folder, "{audience}.jwt"));
  expect(await source("inventory")).toBe(tokens.inventory);
  expect(await source("other")).toBe(tokens.other);
  await expect(source("unknown")).rejects.toThrow("ENOENT");
});

test("a renewed token is read before the old one expires", async () => {
  let now = Date.now();
  const file = join(folder, "renewed.jwt");
  const [old, renewed] = [await issuer.serviceToken({ expiresIn: 100 }), await issuer.serviceToken({ expiresIn: 900 })];
  await writeFile(file, old);
  const source = createServiceTokenSource(file, { now: () => now });
  expect(await source("inventory")).toBe(old);
  await writeFile(file, renewed);
  now += 70_000;
  expect(await source("inventory")).toBe(old);
  now += 15_000;
  expect(await source("inventory")).toBe(renewed);
});

test("a file with an expired token is read every time", async () => {
  const file = join(folder, "expired.jwt");
  const [expired, fresh] = [await issuer.serviceToken({ expiresIn: -5 }), await issuer.serviceToken()];
  await writeFile(file, expired);
  const source = createServiceTokenSource(file);
  expect(await source("inventory")).toBe(expired);
  await writeFile(file, fresh);
  expect(await source("inventory")).toBe(fresh);
});
