import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { MongoServerSelectionError } from "mongodb";
import { group, item } from "../../test/boundaries.ts";
import { startTestEndpoint, type TestEndpoint } from "../../test/evaluator-endpoint.ts";

let graph: TestEndpoint;
beforeAll(async () => {
  graph = await startTestEndpoint();
});
afterAll(() => graph.stop());
beforeEach(() => graph.renew());

test("a boundary is returned as sent, with its defaults and metadata", async () => {
  const { data, errors } = await graph.save();
  expect(errors).toBeUndefined();
  const at = "2026-11-21T05:04:03.210Z";
  const by = "ada@example.com";
  expect(data.saveBoundary).toEqual({
    id: "b-1",
    name: "Inside",
    description: null,
    action: "Pass",
    enforced: true,
    score: null,
    ruleActions: ["Allow"],
    partialMatch: "Review",
    projectIds: null,
    message: null,
    source: null,
    platforms: [],
    revision: 1,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
    useCount: 0,
    lastUsedAt: null,
  });
});

test("every kind of object has its type, and references lead to the inventory", async () => {
  const { itemKey } = item("i") as { itemKey: object };
  const services = [
    { type: "AllICMPv4" },
    { type: "CustomProtocol", protocol: 47 },
    { type: "ICMPv6", icmpType: 128, icmpCode: 0 },
    { type: "UDP", portStart: 1, portEnd: 2 },
    { type: "PortRangeSize", maxSize: 100 },
  ] as const;
  await graph.save({
    sources: [{ type: "Any" }, { type: "ConnectGroup", groupId: "g", comparison: "Equals" }],
    destinations: [group("h"), item("i")],
    services,
  });
  const { data, errors } = await graph.post(`{ boundary(id: "b-1") {
    sources { __typename type negate ... on NetworkObjectConnectGroup { groupId comparison group { id } } }
    destinations { __typename ... on NetworkObjectInventoryItem { itemKey { accountId region type id } item { id type } } }
    services { __typename type ... on ServiceObjectPortRangeSize { maxSize } } } }`);
  expect(errors).toBeUndefined();
  expect(data.boundary.sources).toEqual([
    { __typename: "NetworkObjectAny", type: "Any", negate: null },
    {
      __typename: "NetworkObjectConnectGroup",
      type: "ConnectGroup",
      negate: null,
      groupId: "g",
      comparison: "Equals",
      group: { id: "g" },
    },
  ]);
  expect(data.boundary.destinations[1]).toEqual({
    __typename: "NetworkObjectInventoryItem",
    itemKey,
    item: { id: "i", type: "vm" },
  });
  expect(data.boundary.services.map((service: { __typename: string }) => service.__typename)).toEqual([
    "ServiceObjectBase",
    "ServiceObjectCustomProtocol",
    "ServiceObjectIcmpV6",
    "ServiceObjectUdp",
    "ServiceObjectPortRangeSize",
  ]);
});

test("all errors of a boundary are returned at once with their paths, and nothing is stored", async () => {
  const { errors } = await graph.save({ name: "", score: 3, destinations: [] });
  expect(errors[0].extensions).toMatchObject({ code: "BAD_USER_INPUT", requestId: expect.any(String) });
  expect(errors[0].extensions.fields.map(({ path }: { path: string }) => path)).toEqual([
    "name",
    "score",
    "destinations",
  ]);
  expect((await graph.post('{ boundary(id: "b-1") { id } }')).data).toEqual({ boundary: null });
});

test("an unexpected revision is CONFLICT, deleting an unknown boundary NOT_FOUND", async () => {
  await graph.save();
  expect((await graph.save({}, 7)).errors[0].extensions.code).toBe("CONFLICT");
  const remove = () => graph.post('mutation { deleteBoundary(id: "b-1") }');
  expect((await remove()).data).toEqual({ deleteBoundary: "b-1" });
  expect((await remove()).errors[0].extensions.code).toBe("NOT_FOUND");
  expect((await graph.post('{ boundary(id: "b-1", revision: 1) { name } }')).data.boundary).toEqual({ name: "Inside" });
  expect((await graph.post('{ boundary(id: "\\u0000") { name } }')).data).toEqual({ boundary: null });
});

test("pages are ordered by id, with the uses of all their entries", async () => {
  for (const id of ["b", "a", "c"]) await graph.save({ id });
  const head = await graph.fixture.boundaries.head("a");
  const boundaryUuid = head?.kind === "boundary" ? head.boundary.uuid : "";
  const usedAt = "2026-11-21T05:00:00.000Z";
  await graph.fixture.ledger.add([{ changeRequestUuid: "c", revision: 1, boundaryUuid, usedAt }]);
  const text =
    "query ($key: String) { boundaries(limit: 2, nextPageKey: $key) { items { id useCount lastUsedAt } pageInfo { nextPageKey } } }";
  const first = (await graph.post(text)).data.boundaries;
  expect(first.items).toEqual([
    { id: "a", useCount: 1, lastUsedAt: usedAt },
    { id: "b", useCount: 0, lastUsedAt: null },
  ]);
  const second = (await graph.post(text, { key: first.pageInfo.nextPageKey })).data.boundaries;
  expect(second).toEqual({ items: [{ id: "c", useCount: 0, lastUsedAt: null }], pageInfo: { nextPageKey: null } });
});

test("while the database is unavailable a save is refused without internals", async () => {
  graph.fixture.boundaries = {
    ...graph.fixture.boundaries,
    head: () => Promise.reject(new MongoServerSelectionError("connect ECONNREFUSED 127.0.0.1:1", {} as never)),
  };
  const { errors } = await graph.save();
  expect(errors[0].extensions.code).toBe("UPSTREAM_UNAVAILABLE");
  expect(errors[0].message).not.toContain("127.0.0.1");
});
