import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { decodeJwt } from "jose";
import { createUserAuthenticator, type UserAuthenticator } from "./caller.ts";
import { createServiceAuthenticator, type ServiceAuthenticator } from "./service-caller.ts";

let issuer: TestIssuer;
let authenticateUser: UserAuthenticator;
let authenticateService: ServiceAuthenticator;
beforeAll(async () => {
  issuer = await startTestIssuer();
  authenticateUser = createUserAuthenticator(issuer.users);
  authenticateService = createServiceAuthenticator(issuer.services);
});
afterAll(() => issuer.stop());

test.each(["Bearer ", "bearer  ", "", "  "])("a person is known by a token with %j before it", async (before) => {
  const token = await issuer.userToken({ permissions: ["group:view"] });
  const known = await authenticateUser(before + token);
  if (!known.ok) throw new Error(known.refusal.message);
  expect(known.caller.name).toBe("ada@example.com");
  expect(known.caller.subject).toBe("user-1");
  expect(known.caller.may("group:view")).toBe(true);
  expect(known.caller.may("group:edit")).toBe(false);
});

test("the expiry of a token is exact to the second", async () => {
  const token = await issuer.userToken({ expiresIn: 90 });
  const known = await authenticateUser(token);
  if (!known.ok) throw new Error(known.refusal.message);
  expect(known.caller.expiresAt.getTime()).toBe(Number(decodeJwt(token).exp) * 1_000);
});

test("a user without an email is named by the subject", async () => {
  const known = await authenticateUser(await issuer.userToken({ email: "" }));
  expect(known).toMatchObject({ ok: true, caller: { name: "user-1" } });
});

test.each([
  [{}, "ada@example.com"],
  [{ emailVerified: true }, "ada@example.com"],
  [{ emailVerified: false }, null],
  [{ email: "" }, null],
])("a token with %j says the email %j", async (options, email) => {
  const known = await authenticateUser(await issuer.userToken(options));
  expect(known).toMatchObject({ ok: true, caller: { email } });
});

test.each([
  undefined,
  "",
  "Bearer",
  "Bearer ",
  "Basic Y29ubmVjdG9yOnNlY3JldA==",
  "Bearer a.b.c",
  "Bearer a b",
  "Digest x",
])("%j opens nothing for a person", async (authorization) => {
  const known = await authenticateUser(authorization);
  expect(known).toMatchObject({ ok: false, refusal: { status: 401, code: "UNAUTHENTICATED" } });
});

test("a service's token does not authenticate a user, nor a user's token a service", async () => {
  const service = await authenticateUser(`Bearer ${await issuer.serviceToken()}`);
  expect(service).toMatchObject({ ok: false, refusal: { status: 401 } });
  const person = await authenticateService(`Bearer ${await issuer.userToken()}`, ["user-1"]);
  expect(person).toMatchObject({ ok: false, refusal: { status: 401 } });
});

test("a service is identified by its subject, and only listed subjects may use a route", async () => {
  const header = `Bearer ${await issuer.serviceToken({ subject: "worker" })}`;
  expect(await authenticateService(header, ["gateway", "worker"])).toEqual({ ok: true, subject: "worker" });
  expect(await authenticateService(header, ["gateway"])).toMatchObject({
    ok: false,
    refusal: { status: 403, code: "FORBIDDEN", message: 'the service "worker" may not use this route' },
  });
});

test("a service's token for another callee is refused", async () => {
  const header = `Bearer ${await issuer.serviceToken({ audience: "inventory" })}`;
  expect(await authenticateService(header, ["service-1"])).toMatchObject({ ok: false, refusal: { status: 401 } });
});

test("while tokens can't be verified the answer is 503, not 401", async () => {
  const gone = await startTestIssuer();
  const [person, service] = [await gone.userToken(), await gone.serviceToken()];
  await gone.stop();
  const away = { ok: false, refusal: { status: 503, code: "UPSTREAM_UNAVAILABLE" } };
  expect(await createUserAuthenticator(gone.users)(person)).toMatchObject(away);
  expect(await createServiceAuthenticator(gone.services)(service, ["service-1"])).toMatchObject(away);
});
