import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { decodeJwt } from "jose";
import { createTokenVerifier } from "./verify-token.ts";

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterAll(() => issuer.stop());

describe("a token", () => {
  test.each(["RS256", "ES256"] as const)("signed with %s is believed", async (algorithm) => {
    const verify = createTokenVerifier(issuer.users);
    const verified = await verify(await issuer.userToken({ algorithm, subject: "ada" }));
    expect(verified).toMatchObject({ ok: true, claims: { sub: "ada" } });
  });

  test.each([
    ["signed with another algorithm of the same key", { algorithm: "RS512" }],
    ["signed with the public key as a shared secret", { algorithm: "HS256" }],
    ["not signed at all", { algorithm: "none" }],
    ["of an unknown key", { keyId: "unknown" }],
    ["for another audience", { audience: "another" }],
    ["of another issuer", { issuer: "https://elsewhere.example" }],
    ["expired for a minute", { expiresIn: -60 }],
    ["not valid before the next minute is over", { notBefore: 60 }],
    ["without a subject", { subject: "" }],
  ] as const)("%s is refused", async (_, options) => {
    const verify = createTokenVerifier(issuer.users);
    expect(await verify(await issuer.userToken(options))).toEqual({ ok: false, reason: "refused" });
  });

  test.each(["", "x", "a.b.c", "a.b.c.d.e", "é.é.é", "x".repeat(100_000)])("%.20s is refused", async (text) => {
    expect(await createTokenVerifier(issuer.users)(text)).toEqual({ ok: false, reason: "refused" });
  });

  test("may be 30 seconds off", async () => {
    const verify = createTokenVerifier(issuer.users);
    expect(await verify(await issuer.userToken({ expiresIn: -20 }))).toMatchObject({ ok: true });
    expect(await verify(await issuer.userToken({ notBefore: 20 }))).toMatchObject({ ok: true });
  });

  test("whose payload was changed is refused", async () => {
    const [head, , signature] = (await issuer.userToken()).split(".");
    const claims = { iss: issuer.users.issuer, aud: issuer.users.audience, sub: "root", exp: 9e9 };
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
    expect(await createTokenVerifier(issuer.users)(forged)).toEqual({ ok: false, reason: "refused" });
  });
});

describe("what is remembered", () => {
  afterEach(() => void jest.useRealTimers());

  test("a cached token is refused a quarter of an hour after its key was withdrawn", async () => {
    const replacing = await startTestIssuer();
    const verify = createTokenVerifier(replacing.users, { now: () => Date.now() });
    const token = await replacing.userToken();
    expect(await verify(token)).toMatchObject({ ok: true });
    await replacing.replaceKeys();
    const began = Date.now();
    jest.useFakeTimers({ doNotFake: [...notDate], now: began + 4 * 60_000 });
    expect(await verify(token)).toMatchObject({ ok: true });
    jest.setSystemTime(began + 15 * 60_000);
    expect(await verify(token)).toEqual({ ok: false, reason: "refused" });
    await replacing.stop();
  });

  test("a cached token is refused once it is expired", async () => {
    let now = Date.now();
    const verify = createTokenVerifier(issuer.users, { now: () => now });
    const token = await issuer.userToken({ expiresIn: 60 });
    expect(await verify(token)).toMatchObject({ ok: true });
    now = Number(decodeJwt(token).exp) * 1_000 + 29_000;
    expect(await verify(token)).toMatchObject({ ok: true });
    now += 2_000;
    expect(await verify(token)).toEqual({ ok: false, reason: "refused" });
  });

  test("more tokens than the cache holds are all verified", async () => {
    const verify = createTokenVerifier(issuer.users, { maxCached: 2 });
    const tokens = await Promise.all(["a", "b", "c"].map((subject) => issuer.userToken({ subject })));
    for (const token of [...tokens, ...tokens]) expect(await verify(token)).toMatchObject({ ok: true });
  });
});

/**
 * The functions that `jest` does not fake here. Keys are fetched over a real connection, which needs real timers. Only
 * the date is faked.
 */
const notDate = [
  "hrtime",
  "nextTick",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "clearImmediate",
  "setInterval",
  "clearInterval",
  "setTimeout",
  "clearTimeout",
] as const;

describe("while the issuer is away", () => {
  afterEach(() => void jest.useRealTimers());

  test("tokens can't be verified", async () => {
    const gone = await startTestIssuer();
    const token = await gone.userToken();
    await gone.stop();
    expect(await createTokenVerifier(gone.users)(token)).toEqual({ ok: false, reason: "unavailable" });
  });

  test("the last keys stay in use, also for new tokens", async () => {
    const gone = await startTestIssuer();
    let now = Date.now();
    const verify = createTokenVerifier(gone.users, { now: () => now });
    const [first, second] = [await gone.userToken(), await gone.userToken({ subject: "late", expiresIn: 7_200 })];
    expect(await verify(first)).toMatchObject({ ok: true });
    await gone.stop();
    now += 3_600_000;
    expect(await verify(second)).toMatchObject({ ok: true, claims: { sub: "late" } });
  });

  test("the issuer is asked once in half a minute, and every token is verified with the last keys", async () => {
    const failing = await startTestIssuer();
    const verify = createTokenVerifier(failing.users, { now: () => Date.now() });
    const tokens = await Promise.all(["a", "b", "c"].map((subject) => failing.userToken({ subject })));
    const forged = await failing.userToken({ keyId: "unknown" });
    expect(await verify(String(tokens[0]))).toMatchObject({ ok: true });
    failing.fail();
    const asked = failing.fetches();
    const later = Date.now() + 20 * 60_000;
    jest.useFakeTimers({ doNotFake: [...notDate], now: later });
    for (const token of tokens) expect(await verify(token)).toMatchObject({ ok: true });
    expect(await verify(forged)).toEqual({ ok: false, reason: "refused" });
    expect(failing.fetches()).toBe(asked + 1);
    jest.setSystemTime(later + 31_000);
    expect(await verify(forged)).toEqual({ ok: false, reason: "refused" });
    expect(failing.fetches()).toBe(asked + 2);
    await failing.stop();
  });

  test("many tokens at once fetch the keys once", async () => {
    const fresh = await startTestIssuer();
    const verify = createTokenVerifier(fresh.users);
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, n) => fresh.userToken({ subject: `u${n}` })));
    await Promise.all(tokens.map(verify));
    expect(fresh.fetches()).toBe(1);
    await fresh.stop();
  });
});
