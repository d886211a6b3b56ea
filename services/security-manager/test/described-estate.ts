import type { TestIssuer } from "@network-access/testkit/test-issuer";
import { PUT_ENTITIES } from "../src/siql/schema/entities.ts";
import { FIRST_SNAPSHOT, SECOND_SNAPSHOT } from "./described-snapshot.ts";
import type { RunningManager } from "./running-manager.ts";

export const PASSWORD = "a password of the test";

/** Creates devices, groups, revisions and users, so that no list in a response is empty. */
export async function prepareEstate(manager: RunningManager) {
  const create = async (path: string, body: object): Promise<number> => {
    const { status, body: created } = await manager.send("POST", path, body);
    if (status !== 201) throw new Error(JSON.stringify(created));
    return created.id;
  };
  const put = async (path: string, body: object): Promise<void> => {
    const { status, body: answer } = await manager.send("PUT", path, body);
    if (status !== 200) throw new Error(JSON.stringify(answer));
  };
  const group = await create("/domain/1/devicegroup", { name: "Described" });
  await create("/domain/1/devicegroup", { name: "Below", parentId: group });
  const station = await create("/domain/1/device", { name: "station", type: "DEVICE_MGR" });
  const device = await create("/domain/1/device", {
    ...{ name: "described", vendor: "Linux", product: "iptables", managementIp: "198.51.100.7" },
    ...{ managementStationId: station, deviceGroupIds: [group] },
  });
  const first = await manager.putRevision(device, FIRST_SNAPSHOT, null);
  await manager.untilSearchable(device, first.body.id);
  const second = await manager.putRevision(device, SECOND_SNAPSHOT, first.body.id);
  await manager.untilSearchable(device, second.body.id);
  const found = await manager.search("policy", `device{id = ${device}}`);
  const policies: readonly string[] = found.body.results.map(({ matchId }: { matchId: string }) => matchId);
  const [rule = ""] = (await manager.ruleIds(device)).values();
  const userGroup = await create("/domain/1/usergroup", { name: "Described" });
  await manager.send("PUT", `/domain/1/usergroup/${userGroup}/permissions`, {
    permissions: [{ name: "securityManager", read: true }],
    deviceGroups: [{ id: group, read: true }],
  });
  const user = await create("/domain/1/user", { username: "described", password: PASSWORD, userGroupIds: [userGroup] });
  const otherUser = await create("/domain/1/user", { username: "other" });
  await manager.untilEntitiesAreSearched();
  for (const kind of PUT_ENTITIES) {
    await put(`/domain/1/${kind}/described`, { device });
  }
  let last = 0;
  return {
    ...{ group, station, device, revision: second.body.id as number, policies, rule },
    ...{ userGroup, user, otherUser, create, put },
    /** Returns a name that no record has yet. */
    newName: () => `new ${++last}`,
  };
}

export type PreparedEstate = Awaited<ReturnType<typeof prepareEstate>>;

type Proof = Readonly<Record<string, string>>;

/**
 * Creates a user with all permissions. Returns the headers for each way to authenticate, by the name of the security
 * scheme: three for the user, one with an ID token, and one with a service token. The headers under the key `acting`
 * let the service act on behalf of the user.
 */
export async function proofsOfAll(
  manager: RunningManager,
  issuer: TestIssuer,
): Promise<Readonly<Record<string, Proof>>> {
  const username = `all rights ${crypto.randomUUID()}`;
  const { id: group } = (await manager.send("POST", "/domain/1/usergroup", { name: username })).body;
  const { results } = (await manager.send("GET", "/domain/1/permissiondefinition?pageSize=1000")).body;
  await manager.send("PUT", `/domain/1/usergroup/${group}/permissions`, {
    permissions: results.map(({ name }: { name: string }) => ({ name, write: true })),
    deviceGroups: [{ id: 1, write: true }],
  });
  const user = (await manager.send("POST", "/domain/1/user", { username, password: PASSWORD, userGroupIds: [group] }))
    .body;
  const login = await manager.send("POST", "/authentication/login", { username, password: PASSWORD });
  const { token } = login.body;
  const service = await issuer.serviceToken({ subject: "service:mcp-tools", audience: "security-manager" });
  return {
    loginToken: { "x-fm-auth-token": token },
    loginTokenAsBearer: { authorization: `Bearer ${token}` },
    password: { authorization: `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString("base64")}` },
    idToken: { authorization: await manager.tokenOf("estate:manage") },
    serviceToken: { authorization: `Bearer ${service}` },
    acting: { authorization: `Bearer ${service}`, "x-acting-user-id": String(user.id) },
  };
}
