import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { MongoServerSelectionError } from "mongodb";
import { aClock, anInput, aRule, aVerdict, pace } from "../../test/change-requests.ts";
import { applyEvaluation } from "../evaluation/apply-evaluation.ts";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { inMemoryChangeRequestStore } from "../requests/in-memory-change-request-store.ts";
import { createChangeRequestEndpoint } from "./endpoint.ts";

let issuer: TestIssuer;
let server: HttpServer;
let store: ChangeRequestStore;
let editor: string;
const clock = aClock();
const fields = "id state stateReason score evaluationId createdBy updatedBy createdAt updatedAt parentPath";
const saveText = `mutation ($input: ChangeRequestInput!, $expected: Int) {
  saveChangeRequest(input: $input, expectedRevision: $expected) { ${fields} revision name projectId }
}`;

beforeAll(async () => {
  issuer = await startTestIssuer();
  editor = await issuer.userToken({ permissions: ["change-request:view", "change-request:edit", "boundary:view"] });
  const logger = createLogger({ name: "test", level: "silent" });
  const endpoint = createChangeRequestEndpoint({
    needs: {
      // Each test has a store of its own.
      get store() {
        return store;
      },
      send: async () => true,
      now: clock.now,
      newUuid: () => crypto.randomUUID(),
      pace,
    },
    authenticate: createUserAuthenticator(issuer.users),
    logger,
    maxBodyBytes: 4 * 1_024 * 1_024,
  });
  await endpoint.start();
  server = createHttpServer({ logger, host: "127.0.0.1", port: 0, routes: endpoint.routes, drainGraceMs: 0 });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
});
beforeEach(() => {
  store = inMemoryChangeRequestStore();
});

async function post(query: string, variables: object, token: string | undefined = editor) {
  const response = await fetch(`http://127.0.0.1:${server.port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...JSON.parse(await response.text()) };
}
const save = (input: object, expected?: number | null) => post(saveText, { input, expected });
const read = (id: string, token?: string) =>
  post(`query ($id: String!) { changeRequest(id: $id) { ${fields} } }`, { id }, token);

test("a saved change request is Pending at once and is read as it was returned", async () => {
  const saved = await save(anInput());
  expect(saved.errors).toBeUndefined();
  expect(saved.data.saveChangeRequest).toMatchObject({
    id: "cr-1",
    parentPath: "/projects/shop",
    revision: 1,
    state: "Pending",
    stateReason: null,
    score: null,
    evaluationId: "none",
    createdBy: "ada@example.com",
    createdAt: clock.now().toISOString(),
  });
  expect((await read("cr-1")).data.changeRequest).toMatchObject({ id: "cr-1", state: "Pending" });
});

test("every kind of network and service object and every text is returned as sent", async () => {
  const itemKey = { accountId: "1", region: "eu", type: "vm", id: "i" };
  const rule = {
    ...aRule({
      sources: [
        { type: "Any", negate: false },
        { type: "Cidr", cidr: "2001:DB8::1", negate: true, comparison: "Equals" },
        { type: "ConnectGroup", groupId: "g" },
        { type: "InventoryItem", itemKey },
      ],
      services: [
        { type: "AllTCP" },
        { type: "CustomProtocol", protocol: 47 },
        { type: "ICMPv4", icmpType: 8, icmpCode: 0 },
        { type: "ICMPv6", icmpType: 128, icmpCode: 0 },
        { type: "UDP", portStart: 1, portEnd: 2 },
      ],
    }),
    summary: "a line",
    expiration: "some day",
  };
  const { data, errors } = await post(
    `mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { rules {
      id action summary expiration notes
      sources { __typename type negate
        ... on NetworkObjectCidr { cidr comparison }
        ... on NetworkObjectConnectGroup { groupId group { id } }
        ... on NetworkObjectInventoryItem { itemKey { accountId region type id } item { accountId region type id } } }
      services { __typename type ... on ServiceObjectCustomProtocol { protocol }
        ... on ServiceObjectIcmpV4 { icmpType icmpCode } ... on ServiceObjectUdp { portStart portEnd } }
    } } }`,
    { input: anInput({ rules: [rule] }) },
  );
  expect(errors).toBeUndefined();
  const [answered] = data.saveChangeRequest.rules;
  expect(answered).toMatchObject({
    id: "rule-1",
    action: "Allow",
    summary: "a line",
    expiration: "some day",
    notes: null,
  });
  expect(answered.sources).toEqual([
    { __typename: "NetworkObjectAny", type: "Any", negate: false },
    { __typename: "NetworkObjectCidr", type: "Cidr", negate: true, comparison: "Equals", cidr: "2001:db8::1/128" },
    { __typename: "NetworkObjectConnectGroup", type: "ConnectGroup", negate: null, groupId: "g", group: { id: "g" } },
    { __typename: "NetworkObjectInventoryItem", type: "InventoryItem", negate: null, itemKey, item: itemKey },
  ]);
  expect(answered.services.map((service: { __typename: string }) => service.__typename)).toEqual([
    "ServiceObjectBase",
    "ServiceObjectCustomProtocol",
    "ServiceObjectIcmpV4",
    "ServiceObjectIcmpV6",
    "ServiceObjectUdp",
  ]);
});

test("saving again raises the revision, keeps the creation and fits the revision that was expected", async () => {
  await save(anInput(), 0);
  clock.advance(1_000);
  const again = await save(anInput({ name: "second" }), 1);
  expect(again.data.saveChangeRequest).toMatchObject({
    revision: 2,
    name: "second",
    updatedAt: clock.now().toISOString(),
  });
  expect(again.data.saveChangeRequest.createdAt).not.toBe(clock.now().toISOString());
});

test.each([
  ["an older revision", {}, 5, /is at revision 1, not 5/],
  ["that it is new", {}, 0, /exists already, in revision 1/],
  ["another project", { projectId: "bank" }, null, /belongs to the project "shop"/],
])("who expects %s gets CONFLICT, and nothing changes", async (_, members, expected, words) => {
  await save(anInput());
  const refused = await save(anInput({ name: "other", ...members }), expected);
  expect(refused.errors[0].extensions.code).toBe("CONFLICT");
  expect(refused.errors[0].message).toMatch(words);
  expect((await store.get("cr-1"))?.name).toBe("web access");
});

test("every error is reported with its path, and nothing is stored", async () => {
  const { errors } = await save(
    anInput({
      name: "",
      rules: [
        aRule({ sources: [{ type: "Cidr", cidr: "10.0.0.5/24" }] }),
        aRule({ services: [{ type: "TCP", portStart: 9, portEnd: 1 }] }),
      ],
    }),
    -1,
  );
  expect(errors[0].extensions).toMatchObject({ code: "BAD_USER_INPUT", requestId: expect.any(String) });
  expect(errors[0].extensions.fields.map(({ path }: { path: string }) => path)).toEqual([
    "name",
    "rules[0].sources[0].cidr",
    "rules[1].services[0].portStart",
    "expectedRevision",
  ]);
  expect(errors[0].extensions.fields[1].message).toContain('"10.0.0.5/24" has host bits set');
  expect(await store.get("cr-1")).toBeUndefined();
});

test("wrong types of variables are reported in the same form", async () => {
  const { errors } = await save({ id: "cr-1", projectId: "shop", rules: [{ ...aRule(), action: "Maybe" }] }, 1.5);
  expect(errors[0].extensions.code).toBe("BAD_USER_INPUT");
  expect(errors[0].extensions.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
    "expected",
    "name",
    "rules[0].action",
  ]);
});

test("deleting returns the id, then there is nothing to delete", async () => {
  await save(anInput());
  const remove = () => post('mutation { deleteChangeRequest(id: "cr-1") }', {});
  expect((await remove()).data).toEqual({ deleteChangeRequest: "cr-1" });
  expect((await remove()).errors[0].extensions.code).toBe("NOT_FOUND");
  expect((await read("cr-1")).data).toEqual({ changeRequest: null });
});

test("pages continue by their key, and invalid page arguments are refused with every error", async () => {
  for (const id of ["a", "b", "c"]) {
    await save(anInput({ id }));
    clock.advance(1_000);
  }
  const list = (variables: object) =>
    post(
      "query ($key: String, $limit: Int) { changeRequests(nextPageKey: $key, limit: $limit) { items { id } pageInfo { nextPageKey } } }",
      variables,
    );
  const first = (await list({ limit: 2 })).data.changeRequests;
  expect(first.items).toEqual([{ id: "c" }, { id: "b" }]);
  const second = (await list({ limit: 2, key: first.pageInfo.nextPageKey })).data.changeRequests;
  expect(second).toEqual({ items: [{ id: "a" }], pageInfo: { nextPageKey: null } });
  const { errors } = await list({ limit: 201, key: "foreign" });
  expect(errors[0].extensions.fields.map(({ path }: { path: string }) => path)).toEqual(["limit", "nextPageKey"]);
});

test("the verdict and its reason are shown, without addresses to callers without boundary:view", async () => {
  await save(anInput());
  const uuid = (await store.get("cr-1"))?.uuid ?? "";
  await applyEvaluation(
    { store, now: clock.now, pace, verdictOf: async (id) => aVerdict(id, { state: "Review", score: 4 }) },
    { changeRequestUuid: uuid, revision: 1, attempt: 1 },
  );
  const verdict = { state: "Review", score: 4, evaluationId: `${uuid}:1:1` };
  expect((await read("cr-1")).data.changeRequest).toMatchObject({
    ...verdict,
    stateReason: expect.stringContaining("10.0.0.0/8"),
  });
  const blind = await read("cr-1", await issuer.userToken({ permissions: ["change-request:view"] }));
  expect(blind.data.changeRequest).toMatchObject({ ...verdict, stateReason: 'attempt 1: all is inside "dmz"' });
});

test("other subgraphs find a request by its id", async () => {
  await save(anInput());
  const { data } = await post(
    "query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on ChangeRequest { id name } } }",
    {
      representations: [
        { __typename: "ChangeRequest", id: "cr-1" },
        { __typename: "ChangeRequest", id: "unknown" },
      ],
    },
  );
  expect(data._entities).toEqual([{ id: "cr-1", name: "web access" }, null]);
});

test.each([
  ["reading", '{ changeRequest(id: "a") { id } }', "change-request:edit", "change-request:view"],
  ["listing", "{ changeRequests { items { id } } }", "change-request:edit", "change-request:view"],
  ["deleting", 'mutation { deleteChangeRequest(id: "a") }', "change-request:view", "change-request:edit"],
])("%s without the permission is FORBIDDEN and names it", async (_, query, held, needed) => {
  const { errors } = await post(query, {}, await issuer.userToken({ permissions: [held] }));
  expect(errors[0]).toMatchObject({ extensions: { code: "FORBIDDEN" }, message: expect.stringContaining(needed) });
});

test.each<[string, () => Promise<string | undefined>]>([
  ["no token", async () => undefined],
  ["a token that is none", async () => "nonsense"],
  ["an expired token", () => issuer.userToken({ expiresIn: -60 })],
  ["a token for another audience", () => issuer.userToken({ audience: "other" })],
  ["a forged token", () => issuer.userToken({ algorithm: "HS256" })],
  ["a service's token", () => issuer.serviceToken({ subject: "service:boundary-evaluator" })],
])("%s is answered 401 in JSON", async (_, token) => {
  const answer = await post("{ changeRequests { items { id } } }", {}, (await token()) ?? "");
  expect(answer.status).toBe(401);
  expect(answer.errors[0].extensions).toMatchObject({ code: "UNAUTHENTICATED", requestId: expect.any(String) });
});

test("while the database is away the error has a readable message without its address", async () => {
  const away = new MongoServerSelectionError("connect ECONNREFUSED 10.1.2.3:27017", Object.create(null));
  store = { ...store, occupant: () => Promise.reject(away) };
  const { errors } = await save(anInput());
  expect(errors[0].extensions.code).toBe("UPSTREAM_UNAVAILABLE");
  expect(errors[0].message).toContain("nothing was stored");
  expect(JSON.stringify(errors)).not.toContain("10.1.2.3");
});
