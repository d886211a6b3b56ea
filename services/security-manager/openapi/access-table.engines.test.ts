import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import type { EstateCaller } from "../src/access/estate-caller.ts";
import { PASSWORD, proofsOfAll } from "../test/described-estate.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";
import { CALLERS } from "./callers.ts";
import { describedRoutes } from "./described-routes.ts";

/** These tests call every route with each kind of credentials. */

type Proof = Readonly<Record<string, string>>;

let issuer: TestIssuer;
let manager: RunningManager;
/** Credentials with all rights, by the name of the security scheme. */
let proofs: Readonly<Record<string, Proof>>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
  proofs = await proofsOfAll(manager, issuer);
  await manager.untilEntitiesAreSearched();
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

const routes = describedRoutes.map((route) => ({ ...route, route }));
const kinds = Object.keys(CALLERS) as EstateCaller["kind"][];

/** Calls the route with ids that do not exist. */
async function call({ method, path }: (typeof routes)[number], proof: Proof) {
  const named = path.replace("/securitymanager/api", "").replace(":domain", "1").replaceAll(/:\w+/g, "999999998");
  return manager.send(method, named, method === "GET" || method === "DELETE" ? undefined : {}, proof);
}

/**
 * Returns whether the caller was accepted: the call succeeded, or it failed only because of a missing record, an
 * invalid body or a conflict.
 */
const isAnswered = (status: number) => status < 300 || [400, 404, 409].includes(status);

test.each(routes)("$method $path takes the callers of its row and no others", async (route) => {
  const { takes } = route;
  for (const kind of kinds)
    for (const scheme of Object.keys(CALLERS[kind].schemes)) {
      const { status, body } = await call(route, proofs[scheme] ?? {});
      const isTaken = takes === "anyone" || takes.includes(kind);
      if (isTaken) expect([scheme, isAnswered(status), body]).toEqual([scheme, true, body]);
      else {
        expect([scheme, status, body?.code]).toEqual([scheme, 401, "UNAUTHENTICATED"]);
        expect(body.message).toMatch(/^this address takes the credentials of /);
      }
    }
});

test.each(routes)(
  "$method $path takes a service on behalf of a user if it is a GET route that takes users",
  async (route) => {
    if (route.takes === "anyone") return;
    const { status, body } = await call(route, proofs.acting ?? {});
    if (route.method !== "GET") expect([status, body.code]).toEqual([403, "FORBIDDEN"]);
    else expect([isAnswered(status), body]).toEqual([route.takes.includes("user"), body]);
  },
);

test.each(routes)("$method $path without credentials, or with unknown ones, is 401", async (route) => {
  if (route.takes === "anyone") return;
  const unknown = [{}, { "x-fm-auth-token": "nase_unknown" }, { authorization: "Bearer unknown" }] as const;
  for (const proof of unknown)
    expect(await call(route, proof)).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
});

test.each(routes)("$method $path without a permission of its row is 403, which names it", async (route) => {
  if (route.takes === "anyone") return;
  const needed = [{ access: "read", permission: "securityManager" }, ...route.needs];
  for (const { access, permission } of needed) {
    const proof = await proofWithout(permission, access);
    const { status, body } = await call(route, proof);
    expect([permission, status, body.code]).toEqual([permission, 403, "FORBIDDEN"]);
    expect(body.message).toContain(`${permission} (${access})`);
  }
});

test.each(routes)("$method $path is 403 for a person without permissions of the estate", async (route) => {
  if (route.takes === "anyone") return;
  const stranger = await call(route, { authorization: await manager.tokenOf("inventory:view") });
  expect(stranger).toMatchObject({ status: 403, body: { message: expect.stringContaining("estate:view") } });
  const viewer = await call(route, { authorization: await manager.tokenOf("estate:view") });
  const missing = route.needs.find(({ access, permission }) => access === "write" || permission === "users");
  if (missing)
    expect(viewer).toMatchObject({ status: 403, body: { message: expect.stringContaining(missing.permission) } });
  else expect([isAnswered(viewer.status), viewer.body]).toEqual([true, viewer.body]);
});

const without = new Map<string, Promise<Proof>>();

/**
 * Returns the credentials of a user with all permissions except `permission`. If `access` is "write", the user has the
 * read access of `permission`.
 */
function proofWithout(permission: string, access: string): Promise<Proof> {
  const name = `without ${permission} ${access}`;
  const found = without.get(name) ?? createWithout(name, permission, access);
  without.set(name, found);
  return found;
}

async function createWithout(username: string, permission: string, access: string): Promise<Proof> {
  const { id } = (await manager.send("POST", "/domain/1/usergroup", { name: username })).body;
  const { results } = (await manager.send("GET", "/domain/1/permissiondefinition?pageSize=1000")).body;
  const permissions = results.map(({ name }: { name: string }) =>
    name === permission ? { name, read: access === "write", write: false } : { name, write: true },
  );
  await manager.send("PUT", `/domain/1/usergroup/${id}/permissions`, {
    permissions,
    deviceGroups: [{ id: 1, write: true }],
  });
  await manager.send("POST", "/domain/1/user", { username, password: PASSWORD, userGroupIds: [id] });
  return { authorization: `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString("base64")}` };
}
