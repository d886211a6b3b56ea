import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { issuerRoutes } from "./issuer-routes.ts";
import { serviceIssuer, serviceToken, USER_AUDIENCE, userToken } from "./mint-token.ts";
import { CALLEES, serviceTokenFile, writeServiceTokens } from "./service-token-files.ts";
import { readOrMakeKeys, type SigningKeys } from "./signing-keys.ts";

const folder = mkdtempSync(join(tmpdir(), "issuer-"));
const keyFile = join(folder, "issuer", "keys.json");
const options = { email: "ada@example.com", permissions: ["boundary:view"], expiresInSeconds: 60 };
let keys: SigningKeys;
let server: Server;
let issuer: string;

beforeAll(async () => {
  keys = await readOrMakeKeys(keyFile);
  await new Promise<void>((resolve) => {
    // The server's address is known only once it listens.
    server = issuerRoutes(keys, "http://issuer.test").listen(0, "127.0.0.1", () => resolve());
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

test("keys are created once, kept, and readable by their owner only", async () => {
  expect((await readOrMakeKeys(keyFile)).users.keyId).toBe(keys.users.keyId);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
});

test("discovery names issuer and keys, without a secret", async () => {
  for (const [path, name] of [
    ["", "http://issuer.test"],
    ["/services", "http://issuer.test/services"],
  ]) {
    const found = (await (await fetch(`${issuer}${path}/.well-known/openid-configuration`)).json()) as Record<
      string,
      string
    >;
    expect(found).toMatchObject({ issuer: name, jwks_uri: `${name}/jwks` });
    const published = (await (await fetch(`${issuer}${path}/jwks`)).json()) as { keys: object[] };
    expect(published.keys).toHaveLength(1);
    expect(published.keys[0]).not.toHaveProperty("d");
  }
});

test("a user's token is verified with the published key and names the user and the permissions", async () => {
  const token = await userToken(keys, issuer, options);
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(`${issuer}/jwks`)), {
    issuer,
    audience: USER_AUDIENCE,
  });
  expect(payload).toMatchObject({
    email: "ada@example.com",
    permissions: ["boundary:view"],
    sub: "user:ada@example.com",
  });
});

test("no token of one issuer is valid for the other", async () => {
  const jwks = (path: string) => createRemoteJWKSet(new URL(`${issuer}${path}/jwks`));
  await expect(jwtVerify(await userToken(keys, issuer, options), jwks("/services"))).rejects.toThrow(
    /no applicable key/,
  );
  const internal = await serviceToken(keys, issuer, {
    caller: "inventory",
    audience: "change-request",
    expiresInSeconds: 60,
  });
  await expect(jwtVerify(internal, jwks(""))).rejects.toThrow(/no applicable key/);
});

test("every service finds a token for each service that it calls, readable by its owner only", async () => {
  const tokens = join(folder, "service-tokens");
  await writeServiceTokens(keys, issuer, tokens);
  for (const [caller, callees] of Object.entries(CALLEES))
    expect(readdirSync(join(tokens, caller)).sort()).toEqual(callees.map((name) => `${name}.jwt`).sort());
  const file = serviceTokenFile(tokens, "inventory").replace("{audience}", "change-request");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(decodeJwt(readFileSync(file, "utf8"))).toMatchObject({
    iss: serviceIssuer(issuer),
    sub: "service:inventory",
    aud: "change-request",
  });
});

test("an unknown address is answered in JSON", async () => {
  const answer = await fetch(`${issuer}/token`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
});
