import { expect, jest, test } from "@jest/globals";
import { connection, entityCalls } from "../test/entity-calls.ts";
import { PUT_ENTITIES } from "./siql/schema/entities.ts";

/** These tests put, read and delete entities as users who may not see every device. */

jest.setTimeout(1_800_000);

const PASSWORD = "a password of the test";
const { manager, put, get, remove, idsOf, withEntities } = entityCalls();

/**
 * Creates a user who may write the device groups `write` and read the device groups `read`. Returns the value of the
 * user's `Authorization` header.
 */
async function createUser(username: string, write: readonly number[], read: readonly number[] = []): Promise<string> {
  const group = (await manager().send("POST", "/domain/1/usergroup", { name: `Group of ${username}` })).body.id;
  await put(`usergroup/${group}/permissions`, {
    permissions: [
      { name: "securityManager", read: true },
      { name: "devices", write: true },
    ],
    deviceGroups: [...write.map((id) => ({ id, write: true })), ...read.map((id) => ({ id, read: true }))],
  });
  const body = { username, password: PASSWORD, userGroupIds: [group] };
  expect((await manager().send("POST", "/domain/1/user", body)).status).toBe(201);
  return `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString("base64")}`;
}
const createGroup = async (name: string): Promise<number> =>
  (await manager().send("POST", "/domain/1/devicegroup", { name })).body.id;

test("a user can't read, replace or delete an entity of a hidden device, but can use its id", async () => {
  const [own, other] = [await createGroup("own"), await createGroup("other")];
  const mine = await manager().createDevice("mine", { deviceGroupIds: [own] });
  const hidden = await manager().createDevice("hidden", { deviceGroupIds: [other] });
  const user = await createUser("owner", [own]);
  await put("vendortag/secret", { device: hidden, name: "hidden" });

  const unknown = await get("vendortag/nothing", user);
  for (const path of ["vendortag/secret", `vendortag/secret?device=${hidden}`, "vendortag/secret?device=none"]) {
    const answer = await get(path, user);
    expect([answer.status, answer.body.message]).toEqual([404, unknown.body.message]);
    expect((await remove(path, user)).status).toBe(404);
  }
  const unseen = await put("vendortag/secret", { device: hidden, name: "taken" }, user);
  const none = await put("vendortag/secret", { device: 987_654_321, name: "taken" }, user);
  expect([unseen.status, unseen.body.code]).toEqual([none.status, none.body.code]);
  expect(unseen.body.message.replace(String(hidden), "N")).toBe(none.body.message.replace("987654321", "N"));

  expect((await put("vendortag/secret", { device: mine, name: "mine" }, user)).status).toBe(200);
  expect((await get("vendortag/secret", user)).body).toMatchObject({ name: "mine", device: mine });
  expect(await idsOf("vendortag", "vendortag{id='secret'}", "", user)).toEqual(["secret"]);
  expect((await get(`vendortag/secret?device=${hidden}`)).body).toMatchObject({ name: "hidden" });
  const several = await get("vendortag/secret");
  expect(several.status).toBe(409);
  expect(several.body.message).toContain(`device=${mine}, device=${hidden}`);
  expect((await remove("vendortag/secret", user)).status).toBe(204);
  expect((await get("vendortag/secret")).body).toMatchObject({ name: "hidden" });
});

test("without the right to write on the device or on All Devices, nothing is written", async () => {
  const group = await createGroup("read only");
  const device = await manager().createDevice("read only", { deviceGroupIds: [group] });
  const user = await createUser("reader", [], [group]);
  await put("asset/kept", { device, name: "kept" });
  await put("asset/kept-too", { name: "kept" });
  for (const path of ["asset/kept", "asset/kept-too"]) {
    expect((await get(path, user)).body.name).toBe("kept");
    expect((await remove(path, user)).status).toBe(403);
  }
  const refused = await put("asset", [{ id: "kept", device, name: "x" }, { id: "kept-too" }], user);
  expect(refused.body).toMatchObject({
    taken: 0,
    results: [{ refusal: { code: "FORBIDDEN" } }, { refusal: { code: "FORBIDDEN" } }],
  });
  expect((await put("asset/kept", { device, name: "x" }, user)).status).toBe(403);
  expect((await get("asset/kept")).body.name).toBe("kept");
  const viewer = await manager().tokenOf("estate:view");
  expect((await put("asset/new", {}, viewer)).status).toBe(403);
});

test("a user of two groups gets the same bytes when everything they may not see is gone", async () => {
  const [one, two, far] = [await createGroup("one"), await createGroup("two"), await createGroup("far")];
  const seen = [
    await manager().createDevice("b-seen", { deviceGroupIds: [one] }),
    await manager().createDevice("d-seen", { deviceGroupIds: [two, far] }),
  ];
  const unseen = [
    await manager().createDevice("a-unseen", { deviceGroupIds: [far] }),
    await manager().createDevice("c-unseen", {}),
  ];
  const user = await createUser("of two groups", [one], [two]);
  for (const kind of PUT_ENTITIES) {
    const list = [...seen, ...unseen, null].flatMap((device) =>
      ["x", "y", `only-${device}`].map((id) => ({
        ...{ id: `cut-${id}`, device, name: `cut ${device}` },
        ...(kind === "application" && { connections: [connection({ source: `10.0.0.${device ?? 250}` })] }),
        ...(kind === "applicationgroup" && { applications: ["cut-x", `cut-only-${unseen[0]}`] }),
      })),
    );
    expect((await put(kind, list)).body).toMatchObject({ refused: 0, searchable: true });
  }
  const answers = async () => {
    const texts: string[] = [];
    const record = async (path: string) => {
      const headers = { authorization: user, "x-request-id": "the-same-for-all" };
      const { status, text } = await manager().request("GET", path, undefined, headers);
      texts.push(`${path} ${status} ${text}`);
    };
    const unseenOnly = [`device{id=${unseen[0]}}`, "device{name ~ 'unseen'}", `devicegroup{id=${far}}`];
    for (const type of ["ASSET", "USEROBJECT", "URLMATCHER"])
      for (const q of ["domain{id=1}", ...unseenOnly])
        await record(`/siql/count?countType=${type}&q=${encodeURIComponent(q)}`);
    for (const kind of PUT_ENTITIES) {
      const connectionsOf = (devices: readonly number[]) =>
        kind.startsWith("application") ? devices.map((id) => `connection{source intersects '10.0.0.${id}'}`) : [];
      const search = (q: string, more = "") => record(`/siql/${kind}/paged-search?q=${encodeURIComponent(q)}${more}`);
      for (const q of ["domain{id=1}", `${kind}{true}`, `${kind}{name = 'cut*'}`, ...connectionsOf(seen)])
        for (const more of ["", "&pageSize=2&page=1", "&sort=-device.name", "&sort=name"]) await search(q, more);
      // These queries fail or find nothing for this user, so the test does not repeat them with other sort orders and
      // pages.
      for (const q of [...unseenOnly, `${kind}{device = ${unseen[1]}}`, `${kind}{nmae='x'}`, ...connectionsOf(unseen)])
        await search(q);
      for (const more of ["", "?pageSize=3&page=1"]) await record(`/domain/1/${kind}${more}`);
      for (const id of ["x", ...[...seen, ...unseen, "null"].map((device) => `only-${device}`)])
        for (const device of ["", ...[...seen, ...unseen, "none"].map((one) => `?device=${one}`)])
          await record(`/domain/1/${kind}/cut-${id}${device}`);
    }
    return texts;
  };
  const before = await answers();
  expect(
    before.filter((text) => text.includes("cut d-seen") || text.includes(`cut ${seen[1]}`)).length,
  ).toBeGreaterThan(50);
  for (const device of unseen) await manager().send("DELETE", `/domain/1/device/${device}`);
  await manager().send("DELETE", `/domain/1/devicegroup/${far}`);
  const after = await answers();
  for (const [place, text] of after.entries()) expect(text).toBe(before[place]);

  // After a device is deleted, its entities are deleted from the database and the index.
  await manager().eventually(async () => (await stored({ deviceId: { $in: unseen } })) === 0, 150_000);
  await manager().eventually(async () => (await indexed(unseen)) === 0, 150_000);
  expect(await answers()).toEqual(before);
});

const stored = (filter: object) => withEntities((entities) => entities.countDocuments({ ...filter, deletedAt: null }));

/** Counts the entities of these devices in all entity indexes. */
async function indexed(devices: readonly number[]): Promise<number> {
  const names = PUT_ENTITIES.map((kind) => `${manager().name}-${kind}`).join();
  const response = await fetch(`${process.env.TEST_OPENSEARCH_URL}/${names}/_refresh`, { method: "POST" });
  expect(response.ok).toBe(true);
  const answer = await fetch(`${process.env.TEST_OPENSEARCH_URL}/${names}/_count`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: { terms: { device: devices } } }),
  });
  return ((await answer.json()) as { count: number }).count;
}
