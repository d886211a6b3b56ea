import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { MongoServerSelectionError } from "mongodb";
import { aBoundaryInput, aRule, group, item } from "../../test/boundaries.ts";
import { aRecord, gatheredFrom, holding, someDetails } from "../../test/evaluations.ts";
import type { BoundaryStore } from "../boundary-store.ts";
import type { GatheredFor } from "../gather.ts";
import { createInlineJudge } from "../judge-inline.ts";
import type { Judgement } from "../judging/judgement.ts";
import { printBoundarySet } from "../stored-boundary-set.ts";
import { inMemoryBoundarySequence } from "../stores/in-memory-boundary-sequence.ts";
import { inMemoryBoundaryStore } from "../stores/in-memory-boundary-store.ts";
import { inMemoryContentStore } from "../stores/in-memory-content-store.ts";
import { inMemoryEvaluationStore } from "../stores/in-memory-evaluation-store.ts";
import { inMemoryUseLedger } from "../stores/in-memory-use-ledger.ts";
import { createEvaluatorEndpoint } from "./endpoint.ts";

jest.setTimeout(30_000);

let issuer: TestIssuer;
let server: HttpServer;
let everything: string;
let blind: string;
let house: ReturnType<typeof aHouse>;
const inline = createInlineJudge({ scoreReviewAt: 50 });

/** Each test has stores of its own. */
function aHouse() {
  const evaluations = inMemoryEvaluationStore();
  const asked = { records: 0 };
  return {
    boundaries: inMemoryBoundaryStore(),
    sequence: inMemoryBoundarySequence(),
    contents: inMemoryContentStore(),
    ledger: inMemoryUseLedger(),
    evaluations,
    asked,
    judge: inline,
  };
}

async function gatherHere(request: GatheredFor) {
  const { items } = await house.boundaries.list(null, 200, 1e9);
  const enforced = items.filter((boundary) => boundary.enforced);
  return gatheredFrom(enforced, request, new Map([["group:empty", holding()]]));
}

beforeAll(async () => {
  issuer = await startTestIssuer();
  everything = await issuer.userToken({ permissions: ["change-request:view", "boundary:view", "boundary:edit"] });
  blind = await issuer.userToken({ permissions: ["change-request:view"] });
  const logger = createLogger({ name: "test", level: "silent" });
  const boundaries: BoundaryStore = {
    head: (id) => house.boundaries.head(id),
    replace: (next, previous) => house.boundaries.replace(next, previous),
    find: (id, revision) => house.boundaries.find(id, revision),
    list: (after, limit, bytes) => house.boundaries.list(after, limit, bytes),
    findHeads: (ids) => house.boundaries.findHeads(ids),
    marks: () => house.boundaries.marks(),
  };
  const endpoint = createEvaluatorEndpoint({
    needs: {
      draft: { gather: gatherHere, judge: (...work) => house.judge(...work) },
      boundaries,
      boundaryChanges: {
        boundaries,
        sequence: { raise: (id) => house.sequence.raise(id) },
        now: () => new Date("2026-11-21T05:04:03.210Z"),
        newUuid: () => crypto.randomUUID(),
      },
      evaluations: { findNewest: (id, revision) => house.evaluations.findNewest(id, revision) },
      contents: { read: (key) => house.contents.read(key) },
      loaders: {
        ledger: { usage: (uuids) => house.ledger.usage(uuids) },
        evaluations: {
          findMany: (ids) => {
            house.asked.records += 1;
            return house.evaluations.findMany(ids);
          },
          details: (id) => house.evaluations.details(id),
        },
      },
    },
    authenticate: createUserAuthenticator(issuer.users),
    deadlines: { draftMs: 3_000, readMs: 5_000, mutationMs: 5_000 },
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
  house = aHouse();
});

async function post(query: string, variables: object = {}, token: string = everything) {
  const response = await fetch(`http://127.0.0.1:${server.port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...JSON.parse(await response.text()) };
}
const bookkeeping = "revision createdAt createdBy updatedAt updatedBy useCount lastUsedAt";
const save = (members: Parameters<typeof aBoundaryInput>[0] = {}, expected?: number) =>
  post(
    `mutation ($input: BoundaryInput!, $expected: Int) { saveBoundary(input: $input, expectedRevision: $expected) {
      id name description action enforced score ruleActions partialMatch projectIds message source ${bookkeeping}
      platforms { name provider accountId } } }`,
    { input: aBoundaryInput(members), expected },
  );
const draftText = `query ($input: ChangeRequestInput!, $show: ResultsShown) { evaluateChangeRequest(input: $input) {
  state stateReason score findings { ruleId side code message }
  results(show: $show) { boundaryId boundaryRevision isMatch state message score matchingRuleIds platforms { name }
    rules { ruleId relation failingSides witness { source destination protocol port } residual { truncated blocks { sources destinations services } } } } } }`;
const draft = (rules: object[], token?: string, show?: string) =>
  post(draftText, { input: { id: "cr-1", name: "n", projectId: "shop", rules }, show }, token);

test("a boundary comes back as sent, with its defaults and its bookkeeping", async () => {
  const { data, errors } = await save();
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
    platforms: null,
    revision: 1,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
    useCount: 0,
    lastUsedAt: null,
  });
});

test("every shape of object is told by its type, references lead into the inventory", async () => {
  const { itemKey } = item("i") as { itemKey: object };
  const services = [
    { type: "AllICMPv4" },
    { type: "CustomProtocol", protocol: 47 },
    { type: "ICMPv6", icmpType: 128, icmpCode: 0 },
    { type: "UDP", portStart: 1, portEnd: 2 },
    { type: "PortRangeSize", maxSize: 100 },
  ] as const;
  await save({
    sources: [{ type: "Any" }, { type: "ConnectGroup", groupId: "g", comparison: "Equals" }],
    destinations: [group("h"), item("i")],
    services,
  });
  const { data, errors } = await post(`{ boundary(id: "b-1") {
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

test("every fault of a boundary is told at once with its path, and nothing is stored", async () => {
  const { errors } = await save({ name: "", score: 3, destinations: [] });
  expect(errors[0].extensions).toMatchObject({ code: "BAD_USER_INPUT", requestId: expect.any(String) });
  expect(errors[0].extensions.fields.map(({ path }: { path: string }) => path)).toEqual([
    "name",
    "score",
    "destinations",
  ]);
  expect((await post('{ boundary(id: "b-1") { id } }')).data).toEqual({ boundary: null });
});

test("an unexpected revision is CONFLICT, deleting what is not there NOT_FOUND", async () => {
  await save();
  expect((await save({}, 7)).errors[0].extensions.code).toBe("CONFLICT");
  const remove = () => post('mutation { deleteBoundary(id: "b-1") }');
  expect((await remove()).data).toEqual({ deleteBoundary: "b-1" });
  expect((await remove()).errors[0].extensions.code).toBe("NOT_FOUND");
  expect((await post('{ boundary(id: "b-1", revision: 1) { name } }')).data.boundary).toEqual({ name: "Inside" });
  expect((await post('{ boundary(id: "\\u0000") { name } }')).data).toEqual({ boundary: null });
});

test("pages go by id, with the uses of all their entries", async () => {
  for (const id of ["b", "a", "c"]) await save({ id });
  const head = await house.boundaries.head("a");
  const boundaryUuid = head?.kind === "boundary" ? head.boundary.uuid : "";
  const usedAt = "2026-11-21T05:00:00.000Z";
  await house.ledger.add([{ changeRequestUuid: "c", revision: 1, boundaryUuid, usedAt }]);
  const text =
    "query ($key: String) { boundaries(limit: 2, nextPageKey: $key) { items { id useCount lastUsedAt } pageInfo { nextPageKey } } }";
  const first = (await post(text)).data.boundaries;
  expect(first.items).toEqual([
    { id: "a", useCount: 1, lastUsedAt: usedAt },
    { id: "b", useCount: 0, lastUsedAt: null },
  ]);
  const second = (await post(text, { key: first.pageInfo.nextPageKey })).data.boundaries;
  expect(second).toEqual({ items: [{ id: "c", useCount: 0, lastUsedAt: null }], pageInfo: { nextPageKey: null } });
});

test("a draft is judged against what is enforced now, and Touched leaves out what says nothing", async () => {
  await save({
    id: "no-ssh",
    name: "No SSH",
    action: "Fail",
    sources: [{ type: "Any" }],
    services: [{ type: "TCP", portStart: 22, portEnd: 22 }],
  });
  await save({ id: "elsewhere", sources: [{ type: "Cidr", cidr: "172.16.0.0/12" }] });
  await save({ id: "off", enforced: false });
  const rules = [{ ...aRule({ services: [{ type: "AllTCP" }] }), id: null }];
  const { data, errors } = await draft(rules);
  expect(errors).toBeUndefined();
  const { state, results } = data.evaluateChangeRequest;
  expect(state).toBe("Review");
  expect(results.map(({ boundaryId }: { boundaryId: string }) => boundaryId)).toEqual(["elsewhere", "no-ssh"]);
  expect(results[1].rules).toEqual([
    {
      ruleId: "rule-1",
      relation: "Overlap",
      failingSides: ["Service"],
      witness: { source: "10.1.0.0", destination: "192.0.2.0", protocol: 6, port: 22 },
      residual: {
        truncated: false,
        blocks: [{ sources: ["10.1.0.0/16"], destinations: ["192.0.2.0/24"], services: ["tcp/22"] }],
      },
    },
  ]);
  const touched = (await draft(rules, everything, "Touched")).data.evaluateChangeRequest.results;
  expect(touched).toEqual([results[1]]);
});

test("who may not see boundaries gets no relations, and no address that the request does not hold", async () => {
  await save({ action: "Fail", sources: [{ type: "Cidr", cidr: "10.1.7.0/24" }], message: "Ask the network team." });
  const full = JSON.stringify((await draft([aRule()])).data);
  const { data } = await draft([aRule()], blind);
  expect(full).toContain("10.1.7.0");
  expect(JSON.stringify(data)).not.toContain("10.1.7.0");
  expect(data.evaluateChangeRequest.state).toBe("Review");
  expect(data.evaluateChangeRequest.results).toHaveLength(1);
  expect(data.evaluateChangeRequest.results[0].rules).toBeNull();
});

test("a draft with faults says all of them; one that takes too long ends in UPSTREAM_TIMEOUT", async () => {
  const { errors } = await draft([
    aRule({ sources: [] }),
    { ...aRule(), services: [{ type: "PortRangeSize", maxSize: 3 }] },
  ]);
  expect(errors[0].extensions.fields.map(({ path }: { path: string }) => path)).toEqual([
    "rules[1].id",
    "rules[0].sources",
    "rules[1].services[0].type",
  ]);
  let aborted = false;
  house.judge = (_request, _gathered, signal) =>
    new Promise<Judgement>((_, reject) => {
      signal?.addEventListener("abort", () => {
        aborted = true;
        reject(signal.reason);
      });
    });
  expect((await draft([aRule()])).errors[0].extensions.code).toBe("UPSTREAM_TIMEOUT");
  expect(aborted).toBe(true);
});

test("the evaluation of a page of change requests is read in one go; Pending ones have none", async () => {
  await save();
  const head = await house.boundaries.head("b-1");
  const boundaries = head?.kind === "boundary" ? [head.boundary] : [];
  await house.contents.keepAll([{ key: `boundary-set:${"b".repeat(64)}`, text: () => printBoundarySet(boundaries) }]);
  const finding = { ruleId: "rule-1", side: null, code: "NotCovered" as const };
  const message = { full: "all but 10.9.0.0/16", withoutAddresses: "not all" };
  for (const attempt of [1, 2])
    await house.evaluations.insert(aRecord({ attempt }), someDetails({ findings: [{ ...finding, message }] }));
  const uuid = aRecord().changeRequestUuid;
  const ids = [`${uuid}:1:1`, "none", `${uuid}:1:2`, `${uuid}:1:1`, `${uuid}:9:9`, "nonsense"];
  const text = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ChangeRequest {
    results { boundaryId state rules { ruleId } } findings { message } } } }`;
  const of = ids.map((evaluationId) => ({ __typename: "ChangeRequest", evaluationId }));
  const there = { results: [{ boundaryId: "b-1", state: null, rules: [] }], findings: [{ message: message.full }] };
  const none = { results: null, findings: null };
  const { data, errors } = await post(text, { of });
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([there, none, there, there, none, none]);
  expect(house.asked.records).toBe(1);
  const [hidden] = (await post(text, { of }, blind)).data._entities;
  expect(hidden).toEqual({
    results: [{ boundaryId: "b-1", state: null, rules: null }],
    findings: [{ message: "not all" }],
  });
});

test("an evaluation shows what was looked up; what could not be is told by its findings alone", async () => {
  const hash = "a".repeat(64);
  const at = { groupId: "web", itemKey: null };
  await house.evaluations.insert(
    aRecord({ state: "Error", score: 2 ** 31 - 1 }),
    someDetails({
      resolved: [
        { ...at, outcome: "empty", revision: 4, addressCount: 0, hash },
        { ...at, groupId: "x", outcome: "unknown" },
      ],
    }),
  );
  const text = `{ changeRequestEvaluation(id: "cr-1", revision: 1) {
    revision evaluatedAt state stateReason score resolved { groupId itemKey { id } revision addressCount hash } } }`;
  const shown = (await post(text)).data.changeRequestEvaluation;
  expect(shown).toMatchObject({ state: "Error", stateReason: "All is inside 10.0.0.0/8.", score: 2 ** 31 - 1 });
  expect(shown.resolved).toEqual([{ ...at, revision: 4, addressCount: 0, hash }]);
  expect((await post(text, {}, blind)).data.changeRequestEvaluation.stateReason).toBe("All is inside.");
});

test.each([
  [
    "drafts",
    "query ($input: ChangeRequestInput!) { evaluateChangeRequest(input: $input) { state } }",
    "boundary:view",
    "change-request:view",
  ],
  [
    "evaluations",
    '{ changeRequestEvaluation(id: "a", revision: 1) { state } }',
    "boundary:view",
    "change-request:view",
  ],
  ["one boundary", '{ boundary(id: "a") { id } }', "boundary:edit", "boundary:view"],
  ["boundaries", "{ boundaries { items { id } } }", "change-request:view", "boundary:view"],
  [
    "saving",
    "mutation ($boundary: BoundaryInput!) { saveBoundary(input: $boundary) { id } }",
    "boundary:view",
    "boundary:edit",
  ],
  ["deleting", 'mutation { deleteBoundary(id: "a") }', "boundary:view", "boundary:edit"],
])("%s without the permission is FORBIDDEN and names it", async (_, query, held, needed) => {
  const input = { id: "a", name: "n", projectId: "p", rules: [aRule()] };
  const variables = query.includes("$input")
    ? { input }
    : query.includes("$boundary")
      ? { boundary: aBoundaryInput() }
      : {};
  const { errors } = await post(query, variables, await issuer.userToken({ permissions: [held] }));
  expect(errors[0]).toMatchObject({ extensions: { code: "FORBIDDEN" }, message: expect.stringContaining(needed) });
});

test.each<[string, () => Promise<string>]>([
  ["no token", async () => ""],
  ["a token that is none", async () => "nonsense"],
  ["an expired token", () => issuer.userToken({ expiresIn: -60 })],
  ["a token for somebody else", () => issuer.userToken({ audience: "other" })],
  ["a forged token", () => issuer.userToken({ algorithm: "HS256" })],
  ["a service's token", () => issuer.serviceToken({ subject: "service:change-request" })],
])("%s is answered 401 in JSON", async (_, token) => {
  const answer = await post("{ boundaries { items { id } } }", {}, await token());
  expect(answer.status).toBe(401);
  expect(answer.errors[0].extensions).toMatchObject({ code: "UNAUTHENTICATED", requestId: expect.any(String) });
});

test("while the record store is away a save is refused in words", async () => {
  house.boundaries = {
    ...house.boundaries,
    head: () => Promise.reject(new MongoServerSelectionError("connect ECONNREFUSED 127.0.0.1:1", {} as never)),
  };
  const { errors } = await save();
  expect(errors[0].extensions.code).toBe("UPSTREAM_UNAVAILABLE");
  expect(errors[0].message).not.toContain("127.0.0.1");
});
