import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/**
 * These tests use users, user groups, permissions and every kind of credentials over the REST interface. They use a
 * real database and real indexes.
 */

const PASSWORD = "a password of the test";
let issuer: TestIssuer;
let manager: RunningManager;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

const ADMIN = { read: true, write: true };
const createUser = async (username: string, more: object = {}) =>
  (await manager.send("POST", "/domain/1/user", { username, password: PASSWORD, ...more })).body;
const createGroup = async (name: string, permissions: object = {}): Promise<number> => {
  const { id } = (await manager.send("POST", "/domain/1/usergroup", { name })).body;
  const body = { permissions: [], deviceGroups: [], ...permissions };
  const put = await manager.send("PUT", `/domain/1/usergroup/${id}/permissions`, body);
  expect(put.status).toBe(200);
  return id;
};
const basic = (username: string, password = PASSWORD) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
const logIn = (username: string, password = PASSWORD) =>
  manager.send("POST", "/authentication/login", { username, password }, {});

describe("users", () => {
  test("a user is created, read, changed and listed, and the password is never answered", async () => {
    const created = await manager.send("POST", "/domain/1/user", {
      ...{ username: "Ada", firstName: "Ada", lastName: "Lovelace", email: "ada@estate.example", password: PASSWORD },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { username: "Ada", displayName: "Ada Lovelace", enabled: true, locked: false, expired: false, domainId: 1 },
    });
    const { id } = created.body;
    const changed = await manager.send("PUT", `/domain/1/user/${id}`, { username: "Ada L", email: null });
    expect(changed).toMatchObject({ status: 200, body: { id, displayName: "Ada L", email: null } });
    const read = await manager.send("GET", `/domain/1/user/${id}`);
    expect(read.body).toEqual(changed.body);
    const list = await manager.send("GET", "/domain/1/user?pageSize=1000");
    expect(list.body.results).toContainEqual(read.body);
    for (const answer of [created, changed, read, list])
      expect(JSON.stringify(answer.body)).not.toMatch(/password(?!Expired)|scrypt|hash/i);
  });

  test.each([
    [{ username: "x:y" }, "username"],
    [{ username: " " }, "username"],
    [{ username: "short", password: "elevenchars" }, "password"],
    [{ username: "long", password: "x".repeat(129) }, "password"],
    [{ username: "mail", email: "no address" }, "email"],
    [{ username: "group", userGroupIds: [999] }, "userGroupIds"],
    [{ username: "extra", id: 5 }, ""],
  ])("%j is refused with the field", async (input, field) => {
    const { status, body } = await manager.send("POST", "/domain/1/user", { password: PASSWORD, ...input });
    expect([status, body.code]).toEqual([400, "BAD_USER_INPUT"]);
    expect(body.errors[0].field).toBe(field);
  });

  test("names and emails of users, and names of groups, are unique without case", async () => {
    await createUser("Unique", { email: "Unique@estate.example" });
    expect((await manager.send("POST", "/domain/1/user", { username: "UNIQUE" })).status).toBe(409);
    const other = await createUser("unique-2");
    const taken = await manager.send("PUT", `/domain/1/user/${other.id}`, {
      ...{ username: "unique-2", email: "unique@ESTATE.example" },
    });
    expect(taken).toMatchObject({ status: 409, body: { message: expect.stringContaining("email") } });
    await createGroup("Operators");
    for (const name of ["OPERATORS", "all users"])
      expect((await manager.send("POST", "/domain/1/usergroup", { name })).status).toBe(409);
  });

  test("users are never deleted", async () => {
    const { id } = await createUser("stays");
    expect((await manager.send("DELETE", `/domain/1/user/${id}`)).status).toBe(405);
  });
});

describe("user groups", () => {
  test("All Users holds every user, and only its permissions can be changed", async () => {
    const { id } = await createUser("of-all");
    const members = await manager.send("GET", "/domain/1/usergroup/1/user?pageSize=1000");
    expect(members.body.results.map((one: { id: number }) => one.id)).toContain(id);
    expect((await manager.send("PUT", "/domain/1/usergroup/1", { name: "x" })).status).toBe(409);
    expect((await manager.send("DELETE", "/domain/1/usergroup/1")).status).toBe(409);
    expect((await manager.send("DELETE", `/domain/1/usergroup/1/user/${id}`)).status).toBe(409);
    const permissions = { permissions: [{ name: "securityManager", read: true, write: false }], deviceGroups: [] };
    expect(await manager.send("PUT", "/domain/1/usergroup/1/permissions", permissions)).toMatchObject({
      ...{ status: 200, body: permissions },
    });
    expect((await manager.send("GET", "/domain/1/version-of-nothing", undefined, basic("of-all"))).status).toBe(404);
    expect((await manager.send("GET", "/domain/1/device", undefined, basic("of-all"))).body.total).toBe(0);
    await manager.send("PUT", "/domain/1/usergroup/1/permissions", { permissions: [], deviceGroups: [] });
    expect((await manager.send("GET", "/domain/1/usergroup")).body.results[0]).toMatchObject({
      ...{ id: 1, name: "All Users", system: true },
    });
  });

  test("members come and go, and a removed group takes its rights along", async () => {
    const { id: user } = await createUser("member");
    const group = await createGroup("Members", { permissions: [{ name: "securityManager", ...ADMIN }] });
    expect((await manager.send("GET", "/domain/1/device", undefined, basic("member"))).status).toBe(403);
    const path = `/domain/1/usergroup/${group}/user/${user}`;
    expect((await manager.send("POST", path)).status).toBe(204);
    expect((await manager.send("GET", "/domain/1/device", undefined, basic("member"))).status).toBe(200);
    expect((await manager.send("GET", `/domain/1/usergroup/${group}/user`)).body).toMatchObject({ total: 1 });
    expect((await manager.send("DELETE", path)).status).toBe(204);
    expect((await manager.send("GET", "/domain/1/device", undefined, basic("member"))).status).toBe(403);
    await manager.send("POST", path);
    expect((await manager.send("DELETE", `/domain/1/usergroup/${group}`)).status).toBe(204);
    const after = await manager.send("GET", "/domain/1/device", undefined, basic("member"));
    expect(after).toMatchObject({ status: 403, body: { message: expect.stringContaining("securityManager") } });
    expect((await manager.send("GET", `/domain/1/usergroup/${group}`)).status).toBe(404);
    expect((await manager.send("GET", `/domain/1/user/${user}`)).body.userGroupIds).toEqual([]);
  });

  test("write includes read, and what is unknown is refused with the field", async () => {
    const group = await createGroup("Writers");
    const path = `/domain/1/usergroup/${group}/permissions`;
    const put = await manager.send("PUT", path, {
      permissions: [{ name: "devices", write: true }],
      deviceGroups: [{ id: 1, read: true }],
    });
    expect(put.body).toEqual({
      permissions: [{ name: "devices", read: true, write: true }],
      deviceGroups: [{ id: 1, read: true, write: false }],
    });
    const refusals = [
      [{ permissions: [{ name: "everything", read: true }], deviceGroups: [] }, "permissions.0.name"],
      [{ permissions: [], deviceGroups: [{ id: 987, read: true }] }, "deviceGroups.0.id"],
      [{ permissions: [], deviceGroups: [{ id: 1 }, { id: 1 }] }, "deviceGroups"],
    ] as const;
    for (const [body, field] of refusals)
      expect(await manager.send("PUT", path, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect((await manager.send("GET", path)).body).toEqual(put.body);
    const names = (await manager.send("GET", "/domain/1/permissiondefinition")).body;
    expect(names.results.map(({ name }: { name: string }) => name)).toEqual([
      ...["securityManager", "policyPlanner", "devices", "ruleDocumentation", "controls", "users"],
    ]);
  });
});

describe("credentials", () => {
  beforeAll(async () => {
    const group = await createGroup("Readers", {
      permissions: [{ name: "securityManager", read: true }],
      deviceGroups: [{ id: 1, read: true }],
    });
    await createUser("reader", { userGroupIds: [group], email: "Reader@estate.example" });
  });

  test("a login token is taken in both headers, and a password with Basic", async () => {
    const login = await logIn("Reader");
    expect(login).toMatchObject({ status: 200, body: { authorized: true } });
    const { token } = login.body;
    for (const credentials of [{ "x-fm-auth-token": token }, { authorization: `Bearer ${token}` }, basic("reader")])
      expect((await manager.send("GET", "/domain/1/device", undefined, credentials)).status).toBe(200);
    const users = await manager.send("GET", "/domain/1/user", undefined, { "x-fm-auth-token": token });
    expect(users).toMatchObject({ status: 403, body: { message: expect.stringContaining("users (read)") } });
    const read = (await manager.send("GET", "/domain/1/user?pageSize=1000")).body.results;
    expect(read.find((one: { username: string }) => one.username === "reader").lastLogin).toMatch(/^\d{4}-/);
  });

  test("wrong credentials get 401, and a login says whether it would succeed", async () => {
    expect(await logIn("reader", "wrong password")).toMatchObject({ status: 401, body: { authorized: false } });
    expect(await logIn("no such user")).toMatchObject({ status: 401 });
    const validate = async (password: string) =>
      (await manager.send("POST", "/authentication/validate", { username: "reader", password }, {})).body;
    expect(await validate(PASSWORD)).toEqual({ authStatus: "AUTHORIZED" });
    expect(await validate("wrong password")).toEqual({ authStatus: "UNAUTHORIZED" });
    for (const credentials of [
      { "x-fm-auth-token": "nase_unknown" },
      { "x-fm-auth-token": "" },
      { authorization: "Bearer nase_unknown" },
      { authorization: basic("reader", "wrong password") },
      {},
    ]) {
      const answer = await manager.send("GET", "/domain/1/device", undefined, credentials as Record<string, string>);
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
  });

  test("the eleventh attempt after ten wrong passwords gets 429 and the time to wait", async () => {
    await createUser("guessed");
    for (let attempt = 0; attempt < 10; attempt += 1) await logIn("guessed", `wrong password ${attempt}`);
    const refused = await logIn("guessed");
    expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect((await manager.send("GET", "/domain/1/device", undefined, basic("guessed"))).status).toBe(429);
  });

  test("an idToken with the email of a user acts as that user, unless the email is not verified", async () => {
    const token = (more: object) => issuer.userToken({ email: "reader@estate.example", ...more });
    const acting = await token({ permissions: ["estate:manage"] });
    expect((await manager.send("GET", "/domain/1/user", undefined, acting)).status).toBe(403);
    expect((await manager.send("GET", "/domain/1/device", undefined, await token({}))).status).toBe(200);
    const own = await token({ permissions: ["estate:manage"], emailVerified: false });
    expect((await manager.send("GET", "/domain/1/user", undefined, own)).status).toBe(200);
  });

  test.each(["enabled", "locked", "expired"])(
    "a user whose %s says so gets 403 at once, with each proof",
    async (member) => {
      const username = `barred-${member}`;
      const email = `${username}@estate.example`;
      const { id } = await createUser(username, { email });
      const { token } = (await logIn(username)).body;
      const state = member === "enabled" ? { enabled: false } : { [member]: true };
      await manager.send("PUT", `/domain/1/user/${id}`, { username, email, ...state });
      const reason = member === "enabled" ? "disabled" : member;
      for (const credentials of [{ "x-fm-auth-token": token }, basic(username), await issuer.userToken({ email })])
        expect(await manager.send("GET", "/domain/1/device", undefined, credentials)).toMatchObject({
          status: 403,
          body: { code: "FORBIDDEN", message: `the user "${username}" is ${reason}` },
        });
      expect((await logIn(username)).status).toBe(401);
    },
  );

  test("a new password ends the logins of its user", async () => {
    const { id } = await createUser("renewed");
    const { token } = (await logIn("renewed")).body;
    await manager.send("PUT", `/domain/1/user/${id}`, { username: "renewed", password: "another long password" });
    const answer = await manager.send("GET", "/domain/1/device", undefined, { "x-fm-auth-token": token });
    expect(answer.status).toBe(401);
    expect((await logIn("renewed", "another long password")).status).toBe(200);
  });

  test("the services that are named read the user feed and nothing else", async () => {
    const of = (subject: string) => issuer.serviceToken({ subject, audience: "security-manager" });
    const feed = "/domain/1/user/access";
    expect((await manager.send("GET", feed, undefined, await of("service:mcp-tools"))).status).toBe(200);
    expect(await manager.send("GET", feed, undefined, await of("service:inventory"))).toMatchObject({
      ...{ status: 403, body: { message: 'the service "service:inventory" may not use this route' } },
    });
    for (const subject of ["service:mcp-tools", "service:inventory"]) {
      const other = await manager.send("GET", "/domain/1/device", undefined, await of(subject));
      expect(other).toMatchObject({ status: 401, body: { message: expect.stringContaining("estate user") } });
    }
  });
});

test("the user feed lists users by id with what they may read, page by page", async () => {
  const groupIds = [];
  for (const name of ["feed-a", "feed-b"])
    groupIds.push((await manager.send("POST", "/domain/1/devicegroup", { name })).body.id);
  const [a, b] = groupIds;
  const two = await createGroup("Feed two", {
    deviceGroups: [
      { id: b, read: true },
      { id: a, write: true },
    ],
  });
  const all = await createGroup("Feed all", {
    deviceGroups: [
      { id: 1, read: true },
      { id: a, read: true },
    ],
  });
  const users = [
    (await createUser("feed-two", { userGroupIds: [two] })).id,
    (await createUser("feed-all", { userGroupIds: [two, all] })).id,
    (await createUser("feed-none", { enabled: false, locked: true })).id,
  ];
  const first = await manager.send("GET", `/domain/1/user/access?after=0&limit=1`);
  expect(first.body.groups).toEqual(expect.arrayContaining([1, a, b]));
  const page = await manager.send("GET", `/domain/1/user/access?after=${users[0] - 1}&limit=2`);
  expect(page.body).toEqual({
    users: [
      {
        id: users[0],
        enabled: true,
        locked: false,
        expired: false,
        deviceGroupIds: [a, b],
        version: expect.any(String),
      },
      { id: users[1], enabled: true, locked: false, expired: false, deviceGroupIds: [1], version: expect.any(String) },
    ],
    next: users[1],
  });
  const last = await manager.send("GET", `/domain/1/user/access?after=${page.body.next}&limit=1000`);
  expect(last.body).toMatchObject({
    users: [{ id: users[2], enabled: false, locked: true, deviceGroupIds: [] }],
    next: null,
  });
  await manager.send("DELETE", `/domain/1/devicegroup/${b}`);
  const after = await manager.send("GET", `/domain/1/user/access?after=${users[0] - 1}&limit=1`);
  expect(after.body.users[0].deviceGroupIds).toEqual([a]);
  expect(after.body.users[0].version).not.toBe(page.body.users[0].version);
});

test("rights to device groups that an administrator does not see stay, and are not shown", async () => {
  const hidden = (await manager.send("POST", "/domain/1/devicegroup", { name: "hidden" })).body.id;
  const shown = (await manager.send("POST", "/domain/1/devicegroup", { name: "shown" })).body.id;
  const admins = await createGroup("Local administrators", {
    permissions: [
      { name: "securityManager", read: true },
      { name: "users", write: true },
    ],
    deviceGroups: [{ id: shown, read: true }],
  });
  await createUser("local-admin", { userGroupIds: [admins] });
  const target = await createGroup("Target", { deviceGroups: [{ id: hidden, read: true }] });
  const path = `/domain/1/usergroup/${target}/permissions`;
  const asAdmin = (method: string, body?: unknown) => manager.send(method, path, body, basic("local-admin"));
  expect((await asAdmin("GET")).body.deviceGroups).toEqual([]);
  const refused = await asAdmin("PUT", { permissions: [], deviceGroups: [{ id: hidden, write: true }] });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "deviceGroups.0.id" }] } });
  const put = await asAdmin("PUT", { permissions: [], deviceGroups: [{ id: shown, read: true }] });
  expect(put.body.deviceGroups).toEqual([{ id: shown, read: true, write: false }]);
  expect((await manager.send("GET", path)).body.deviceGroups).toEqual([
    { id: hidden, read: true, write: false },
    { id: shown, read: true, write: false },
  ]);
});
