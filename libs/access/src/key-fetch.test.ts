import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { type Listening, listen } from "@network-access/testkit/listen";
import { testAuthorityFile, testCertificate } from "@network-access/testkit/test-certificates";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { createUserAuthenticator } from "./caller.ts";
import { createServiceAuthenticator } from "./service-caller.ts";
import type { TokenTrust } from "./verify-token.ts";

/** An API server of a cluster: it serves the keys of the issuer over TLS, to callers with the accepted token. */
let cluster: Listening;
let issuer: TestIssuer;
let folder: string;
let tokenFile: string;
let certificateAuthority: string;
let accepted: string | undefined;
let answer: { status: number; headers?: Record<string, string> } | undefined;
let fetches = 0;
let lines: { readonly level: string; readonly members: object; readonly message: string }[];
const logger = {
  warn: (members: object, message: string) => void lines.push({ level: "warn", members, message }),
  info: (members: object, message: string) => void lines.push({ level: "info", members, message }),
};

beforeAll(async () => {
  issuer = await startTestIssuer();
  folder = await mkdtemp(join(tmpdir(), "keys-"));
  tokenFile = join(folder, "token");
  certificateAuthority = await readFile(testAuthorityFile, "utf8");
  const server = createServer(testCertificate("trusted"), async (request, response) => {
    fetches += 1;
    if (request.headers.authorization !== (accepted && `Bearer ${accepted}`))
      return response.writeHead(401).end("geheim");
    if (answer) return response.writeHead(answer.status, answer.headers).end(answer.status === 200 ? "{}" : "geheim");
    const keys = await fetch(issuer.services.jwksUrl);
    return response.end(await keys.text());
  });
  cluster = await listen(server);
});
afterAll(async () => {
  await cluster.stop();
  await issuer.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  lines = [];
  accepted = "geheim-1";
  await writeFile(tokenFile, "geheim-1\n");
});
afterEach(() => {
  answer = undefined;
  jest.restoreAllMocks();
});

const trust = (other: Partial<TokenTrust> = {}): TokenTrust => ({
  ...issuer.services,
  jwksUrl: `https://127.0.0.1:${cluster.port}/openid/v1/jwks`,
  certificateAuthority,
  tokenFile,
  ...other,
});
const unavailable = { ok: false, refusal: { status: 503, code: "UPSTREAM_UNAVAILABLE" } };

test("keys are fetched from an issuer with a private authority that demands a token", async () => {
  const authenticate = createServiceAuthenticator(trust(), { logger });
  const token = `Bearer ${await issuer.serviceToken()}`;
  expect(await authenticate(token, ["service-1"])).toEqual({ ok: true, subject: "service-1" });
  const foreign = `Bearer ${await issuer.serviceToken({ audience: "another" })}`;
  expect(await authenticate(foreign, ["service-1"])).toMatchObject({ ok: false, refusal: { status: 401 } });
  expect(lines).toEqual([]);
});

test("the token is read again before each fetch, and the last keys stay in use while the old one is refused", async () => {
  const began = Date.now();
  const clock = jest.spyOn(Date, "now").mockReturnValue(began);
  const authenticate = createServiceAuthenticator(trust(), { logger, now: () => Date.now() });
  const call = async () => authenticate(`Bearer ${await issuer.serviceToken({ expiresIn: 7_200 })}`, ["service-1"]);
  expect(await call()).toMatchObject({ ok: true });
  accepted = "geheim-2";
  clock.mockReturnValue(began + 11 * 60_000);
  expect(await call()).toMatchObject({ ok: true });
  await writeFile(tokenFile, "geheim-2\n");
  const before = fetches;
  clock.mockReturnValue(began + 12 * 60_000);
  expect(await call()).toMatchObject({ ok: true });
  expect(fetches).toBe(before + 1);
  expect(lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    "warn: the issuer's keys can't be fetched",
    "info: the issuer's keys are fetched again",
  ]);
});

test.each([
  ["with another authority", () => ({ certificateAuthority: testCertificate("self-signed").cert }), /certificate/],
  ["with Node's own authorities", () => ({ certificateAuthority: undefined }), /certificate/],
  [
    "without a token",
    () => ({ tokenFile: undefined }),
    /answered 401; it serves its keys only to callers with a token/,
  ],
  ["with a wrong token", () => ({}), /answered 401; it refuses the token in .*token/],
  ["with a file of the token that is gone", () => ({ tokenFile: "/no/such/token" }), /ENOENT.*\/no\/such\/token/],
  ["with a file that has two lines", () => ({}), /token contains no token/],
  ["of an issuer that redirects", () => ({}), /answered 302; redirects are not followed/],
  ["of an issuer that answers without keys", () => ({}), /JSON|Set|keys/i],
  ["of an issuer that fails", () => ({}), /answered 500$/],
] as const)("keys %s can't be fetched, which is logged once and says why", async (name, other, reason) => {
  if (name === "with a wrong token") accepted = "geheim-3";
  if (name.endsWith("two lines")) await writeFile(tokenFile, "geheim-1\ngeheim-2\n");
  if (name.endsWith("without keys")) answer = { status: 200 };
  if (name.endsWith("redirects")) answer = { status: 302, headers: { location: issuer.services.jwksUrl } };
  if (name.endsWith("fails")) answer = { status: 500 };
  const authenticate = createServiceAuthenticator(trust(other()), { logger });
  for (let call = 0; call < 3; call += 1)
    expect(await authenticate(`Bearer ${await issuer.serviceToken()}`, ["service-1"])).toMatchObject(unavailable);
  expect(lines).toEqual([
    {
      level: "warn",
      message: "the issuer's keys can't be fetched",
      members: {
        err: expect.objectContaining({ message: expect.stringMatching(reason) }),
        issuer: issuer.services.issuer,
        url: `https://127.0.0.1:${cluster.port}/openid/v1/jwks`,
      },
    },
  ]);
  expect(lines.map(({ members }) => String(Object.values(members)[0])).join()).not.toContain("geheim");
});

test("an issuer that demands no token gets none", async () => {
  accepted = undefined;
  const authenticate = createUserAuthenticator({ ...trust(), tokenFile: undefined }, { logger });
  expect(await authenticate(await issuer.serviceToken())).toMatchObject({ ok: true });
});
