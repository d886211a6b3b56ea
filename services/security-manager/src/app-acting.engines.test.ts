import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/**
 * Tests requests that a service sends on behalf of a user over the REST interface. The tests use a real database and
 * real search indexes.
 */

const PASSWORD = "a password of the test";
const name = `manager-test-${crypto.randomUUID().slice(0, 8)}`;
const { logger, lines } = keepLogLines();
let issuer: TestIssuer;
let manager: RunningManager;
let [group, reader] = [0, 0];

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer, name, "here", { logger });
  group = (await manager.send("POST", "/domain/1/devicegroup", { name: "Seen" })).body.id;
  const seen = await manager.createDevice("seen", { deviceGroupIds: [group] });
  await manager.importSnapshot(seen, edgeSnapshot(["a", "b"]), null);
  await manager.importSnapshot(await manager.createDevice("hidden"), edgeSnapshot(["c"]), null);
  const userGroup = (await manager.send("POST", "/domain/1/usergroup", { name: "Readers" })).body.id;
  await manager.send("PUT", `/domain/1/usergroup/${userGroup}/permissions`, {
    permissions: [
      { name: "securityManager", write: true },
      { name: "devices", write: true },
    ],
    deviceGroups: [{ id: group, write: true }],
  });
  reader = (
    await manager.send("POST", "/domain/1/user", {
      ...{ username: "reader", password: PASSWORD, email: "reader@estate.example", userGroupIds: [userGroup] },
    })
  ).body.id;
});
afterAll(async () => {
  await manager.stop();
  await removeManager(name);
  await issuer.stop();
});

async function acting(user: unknown, subject = "service:mcp-tools") {
  const token = await issuer.serviceToken({ subject, audience: "security-manager" });
  return { authorization: `Bearer ${token}`, "x-acting-user-id": String(user) };
}

const DEVICES = "/domain/1/device?pageSize=1000";
const RULES = `/siql/secrule/paged-search?q=${encodeURIComponent("rule{true}")}`;

test("a service that acts for a user gets the answers of that user, byte by byte", async () => {
  const own = { authorization: `Basic ${Buffer.from(`reader:${PASSWORD}`).toString("base64")}` };
  for (const path of [DEVICES, RULES, "/domain/1/devicegroup", "/domain/1/user"]) {
    const [byUser, byService] = [
      await manager.request("GET", path, undefined, own),
      await manager.request("GET", path, undefined, await acting(reader)),
    ];
    const text = (answer: { text: string }) => answer.text.replace(/"requestId":"[^"]*"/, "");
    expect([byService.status, text(byService)]).toEqual([byUser.status, text(byUser)]);
  }
  expect((await manager.send("GET", DEVICES, undefined, await acting(reader))).body.total).toBe(1);
  expect((await manager.send("GET", RULES, undefined, await acting(reader))).body.total).toBe(2);
});

test("the log line of a request names the user and the service that acts for the user", async () => {
  /**
   * Sends a request and returns its log line. Waits for the line, because the service may write it after the response
   * is sent.
   */
  async function logged(credentials: Readonly<Record<string, string>>) {
    const requestId = crypto.randomUUID();
    await manager.send("GET", DEVICES, undefined, { ...credentials, "x-request-id": requestId });
    return until("the log line", () => lines.find((line) => line.msg === "request" && line.requestId === requestId));
  }
  expect(await logged(await acting(reader))).toMatchObject({ caller: "reader", actingService: "service:mcp-tools" });
  const own = await logged({ authorization: `Basic ${Buffer.from(`reader:${PASSWORD}`).toString("base64")}` });
  expect(own).toMatchObject({ caller: "reader" });
  expect(own).not.toHaveProperty("actingService");
});

test("a service acts for a user on GET routes only, and on routes that take users", async () => {
  const written = await manager.send("POST", "/domain/1/device", { name: "no" }, await acting(reader));
  expect(written).toMatchObject({ status: 403, body: { message: expect.stringContaining("GET") } });
  expect((await manager.send("GET", "/version", undefined, await acting(reader))).status).toBe(200);
});

test.each(["0", "-1", "1.0", "x", "", "9".repeat(20)])("%j as the acting user is unknown", async (id) => {
  expect(await manager.send("GET", DEVICES, undefined, await acting(id))).toMatchObject({
    status: 403,
    body: { code: "FORBIDDEN", errors: [{ field: "X-Acting-User-Id", message: "unknown" }] },
  });
});

test.each(["disabled", "locked", "expired"])(
  "for a user who is %s a service gets 403 with the reason",
  async (state) => {
    const username = `acting ${state}`;
    const { id } = (await manager.send("POST", "/domain/1/user", { username })).body;
    expect((await manager.send("GET", DEVICES, undefined, await acting(id))).body.message).toContain("securityManager");
    const barred = state === "disabled" ? { enabled: false } : { [state]: true };
    await manager.send("PUT", `/domain/1/user/${id}`, { username, ...barred });
    expect(await manager.send("GET", DEVICES, undefined, await acting(id))).toMatchObject({
      status: 403,
      body: {
        ...{ code: "FORBIDDEN", message: `the user "${username}" is ${state}` },
        errors: [{ field: "X-Acting-User-Id", message: state }],
      },
    });
  },
);

test("other services, users and persons do not act for a user, and without valid credentials it is 401", async () => {
  const login = (await manager.send("POST", "/authentication/login", { username: "reader", password: PASSWORD })).body;
  for (const others of [
    await acting(reader, "service:inventory"),
    { "x-fm-auth-token": login.token },
    { authorization: `Basic ${Buffer.from(`reader:${PASSWORD}`).toString("base64")}` },
    { authorization: await manager.tokenOf("estate:manage") },
    { authorization: `Bearer ${await issuer.userToken({ email: "reader@estate.example" })}` },
  ])
    expect(
      await manager.send("GET", DEVICES, undefined, { "x-acting-user-id": String(reader), ...others }),
    ).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  for (const unknown of [{}, { authorization: "Bearer unknown" }, { "x-fm-auth-token": "nase_unknown" }] as const)
    expect(
      await manager.send("GET", DEVICES, undefined, { "x-acting-user-id": String(reader), ...unknown }),
    ).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
});
