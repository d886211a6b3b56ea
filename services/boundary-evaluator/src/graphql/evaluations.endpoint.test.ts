import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Permission } from "@network-access/access/permissions";
import { aRule } from "../../test/boundaries.ts";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import { startTestEndpoint, type TestEndpoint } from "../../test/evaluator-endpoint.ts";
import { printBoundarySet } from "../boundaries/stored-boundary-set.ts";
import type { JudgeRunner } from "../judge-threads/judge-runner.ts";
import type { Judgement } from "../judging/model/judgement.ts";

let graph: TestEndpoint;
beforeAll(async () => {
  graph = await startTestEndpoint();
});
afterAll(() => graph.stop());
beforeEach(() => graph.renew());

test("a draft is evaluated with the boundaries enforced now, and Touched leaves out silent results", async () => {
  await graph.save({
    id: "no-ssh",
    name: "No SSH",
    action: "Fail",
    sources: [{ type: "Any" }],
    services: [{ type: "TCP", portStart: 22, portEnd: 22 }],
  });
  await graph.save({ id: "elsewhere", sources: [{ type: "Cidr", cidr: "172.16.0.0/12" }] });
  await graph.save({ id: "off", enforced: false });
  const rules = [{ ...aRule({ services: [{ type: "AllTCP" }] }), id: null }];
  const { data, errors } = await graph.draft(rules);
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
  const touched = (await graph.draft(rules, undefined, "Touched")).data.evaluateChangeRequest.results;
  expect(touched).toEqual([results[1]]);
});

test("a caller who may not see boundaries gets no relations, and no address that the request does not contain", async () => {
  await graph.save({
    action: "Fail",
    sources: [{ type: "Cidr", cidr: "10.1.7.0/24" }],
    message: "Ask the network team.",
  });
  const full = JSON.stringify((await graph.draft([aRule()])).data);
  const { data } = await graph.draft([aRule()], graph.blind);
  expect(full).toContain("10.1.7.0");
  expect(JSON.stringify(data)).not.toContain("10.1.7.0");
  expect(data.evaluateChangeRequest.state).toBe("Review");
  expect(data.evaluateChangeRequest.results).toHaveLength(1);
  expect(data.evaluateChangeRequest.results[0].rules).toBeNull();
});

test("all errors of a draft are returned; one that takes too long ends in UPSTREAM_TIMEOUT", async () => {
  const { errors } = await graph.draft([
    aRule({ sources: [] }),
    { ...aRule(), services: [{ type: "PortRangeSize", maxSize: 3 }] },
  ]);
  expect(errors[0].extensions.fields.map(({ path }: { path: string }) => path)).toEqual([
    "rules[1].id",
    "rules[0].sources",
    "rules[1].services[0].type",
  ]);
  let aborted = false;
  const judge: JudgeRunner["judge"] = (_request, _inputs, signal) =>
    new Promise<Judgement>((_, reject) => {
      signal?.addEventListener("abort", () => {
        aborted = true;
        reject(signal.reason);
      });
    });
  graph.fixture.judgeRunner = { ...graph.fixture.judgeRunner, judge };
  expect((await graph.draft([aRule()])).errors[0].extensions.code).toBe("UPSTREAM_TIMEOUT");
  expect(aborted).toBe(true);
});

test("suggested rules can be sent back unchanged, and pass; they are searched for only when a caller who may see them asks", async () => {
  await graph.save({
    destinations: [
      { type: "Cidr", cidr: "192.0.2.0/24" },
      { type: "Cidr", cidr: "2001:db8::/32" },
    ],
  });
  await graph.save({ id: "b-2", action: "Fail", services: [{ type: "TCP", portStart: 22, portEnd: 22 }] });
  const written = {
    summary: "All of it",
    justification: "Because",
    sourcesDescription: "Ours",
    servicesDescription: "Any",
  };
  const rule = {
    ...aRule(),
    ...written,
    destinations: [{ type: "Any" }],
    services: [{ type: "AllTraffic" }, { type: "ICMPv4", icmpType: 8, icmpCode: 0 }],
  };
  const suggest = jest.fn(graph.fixture.judgeRunner.suggest);
  graph.fixture.judgeRunner = { ...graph.fixture.judgeRunner, suggest };
  const text = `query ($input: ChangeRequestInput!) { evaluateChangeRequest(input: $input) { state suggestedRules {
    id action sourcesDescription servicesDescription summary justification
    sources { type negate ... on NetworkObjectCidr { cidr comparison } }
    destinations { type negate ... on NetworkObjectCidr { cidr comparison } }
    services { type ... on ServiceObjectTcp { portStart portEnd } } } } }`;
  const draftOf = (rules: readonly object[], token?: string) =>
    graph.post(text, { input: { id: "cr-1", name: "n", projectId: "shop", rules } }, token);
  const first = (await draftOf([rule])).data.evaluateChangeRequest;
  expect(first).toMatchObject({ state: "Review", suggestedRules: [{ id: "rule-1" }] });
  expect(first.suggestedRules[0]).toEqual({
    id: "rule-1",
    action: "Allow",
    ...written,
    servicesDescription: null,
    sources: [{ type: "Cidr", negate: null, cidr: "10.1.0.0/16", comparison: null }],
    destinations: [{ type: "Cidr", negate: null, cidr: "192.0.2.0/24", comparison: null }],
    services: [
      { type: "TCP", portStart: 0, portEnd: 21 },
      { type: "TCP", portStart: 23, portEnd: 65_535 },
    ],
  });
  expect((await draftOf(first.suggestedRules)).data.evaluateChangeRequest).toEqual({
    state: "Pass",
    suggestedRules: [],
  });
  suggest.mockClear();
  expect((await draftOf([rule], graph.blind)).data.evaluateChangeRequest).toEqual({
    state: "Review",
    suggestedRules: [],
  });
  expect((await graph.draft([rule])).data.evaluateChangeRequest.state).toBe("Review");
  expect(suggest).not.toHaveBeenCalled();
});

test("the evaluations of a page of change requests are read at once; Pending ones have none", async () => {
  await graph.save();
  const head = await graph.fixture.boundaries.head("b-1");
  const boundaries = head?.kind === "boundary" ? [head.boundary] : [];
  await graph.fixture.contents.keepAll([
    { key: `boundary-set:${"b".repeat(64)}`, shared: true, pieces: () => [printBoundarySet(boundaries)] },
  ]);
  const finding = { ruleId: "rule-1", side: null, code: "NotCovered" as const };
  const message = { full: "all but 10.9.0.0/16", withoutAddresses: "not all" };
  for (const attempt of [1, 2])
    await graph.fixture.evaluations.insert(aRecord({ attempt }), someDetails({ findings: [{ ...finding, message }] }));
  const uuid = aRecord().changeRequestUuid;
  const ids = [`${uuid}:1:1`, "none", `${uuid}:1:2`, `${uuid}:1:1`, `${uuid}:9:9`, "nonsense"];
  const text = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ChangeRequest {
    results { boundaryId state rules { ruleId } } findings { message } } } }`;
  const of = ids.map((evaluationId) => ({ __typename: "ChangeRequest", evaluationId }));
  const shown = { results: [{ boundaryId: "b-1", state: null, rules: [] }], findings: [{ message: message.full }] };
  const none = { results: null, findings: null };
  const { data, errors } = await graph.post(text, { of });
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([shown, none, shown, shown, none, none]);
  expect(graph.fixture.recordReads).toBe(1);
  const [hidden] = (await graph.post(text, { of }, graph.blind)).data._entities;
  expect(hidden).toEqual({
    results: [{ boundaryId: "b-1", state: null, rules: null }],
    findings: [{ message: "not all" }],
  });
});

test("an evaluation shows what was looked up, without boundary:view only what the request names; failed lookups are in its findings alone", async () => {
  const hash = "a".repeat(64);
  const at = { groupId: "web", itemKey: null };
  await graph.fixture.evaluations.insert(
    aRecord({ state: "Error", score: 2 ** 31 - 1 }),
    someDetails({
      resolved: [
        { ...at, ofRequest: true, outcome: "empty", revision: 4, addressCount: 0, hash },
        { ...at, ofRequest: false, groupId: "secret", outcome: "resolved", revision: 1, addressCount: 1, hash },
        { ...at, ofRequest: true, groupId: "x", outcome: "unknown" },
      ],
    }),
  );
  const text = `{ changeRequestEvaluation(id: "cr-1", revision: 1) {
    revision evaluatedAt state stateReason score resolved { groupId itemKey { id } revision addressCount hash } } }`;
  const shown = (await graph.post(text)).data.changeRequestEvaluation;
  expect(shown).toMatchObject({ state: "Error", stateReason: "All is inside 10.0.0.0/8.", score: 2 ** 31 - 1 });
  const own = { ...at, revision: 4, addressCount: 0, hash };
  expect(shown.resolved).toEqual([own, { groupId: "secret", itemKey: null, revision: 1, addressCount: 1, hash }]);
  const withoutBoundaryView = (await graph.post(text, {}, graph.blind)).data.changeRequestEvaluation;
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(withoutBoundaryView).toMatchObject({ stateReason: "All is inside.", resolved: [{ ...own, hash: digest }] });
});

describe("the hash of addresses that an evaluation was computed with", () => {
  const hashOf = (...cidrs: readonly string[]) => createHash("sha256").update(cidrs.join("\n")).digest("hex");
  const hashes = { small: hashOf("10.0.0.5/32"), large: hashOf("10.0.0.0/8", "2001:db8::/32") };
  const itemKey = { accountId: "a", region: "r", type: "t", id: "db" };

  /**
   * Stores an evaluation that refers to two groups and one item, and reads it as a caller with the given permissions.
   * Returns the hashes that the caller receives: group one, group two, then the item. Group one and the item have the
   * same addresses. Group two has different addresses.
   */
  async function hashesFor(...permissions: readonly Permission[]) {
    const found = { ofRequest: true, outcome: "resolved", revision: 1, addressCount: 1 } as const;
    const resolved = [
      { ...found, groupId: "one", itemKey: null, hash: hashes.small },
      { ...found, groupId: "two", itemKey: null, hash: hashes.large },
      { ...found, groupId: null, itemKey, hash: hashes.small },
    ];
    await graph.fixture.evaluations.insert(aRecord(), someDetails({ resolved }));
    const token = await graph.issuer.userToken({ permissions: ["change-request:view", ...permissions] });
    const { data } = await graph.post(
      '{ changeRequestEvaluation(id: "cr-1", revision: 1) { resolved { hash } } }',
      {},
      token,
    );
    return data.changeRequestEvaluation.resolved.map(({ hash }: { hash: string }) => hash);
  }

  test("is the plain one for callers who may see them: of groups with group:view, of items with inventory:view", async () => {
    const both = await hashesFor("group:view", "inventory:view");
    expect(both).toEqual([hashes.small, hashes.large, hashes.small]);
    const [one, two, item] = await hashesFor("group:view");
    expect([one, two]).toEqual([hashes.small, hashes.large]);
    expect(Object.values(hashes)).not.toContain(item);
    const [first, second, third] = await hashesFor("inventory:view");
    expect(third).toBe(hashes.small);
    expect(Object.values(hashes)).not.toEqual(expect.arrayContaining([first]));
    expect(Object.values(hashes)).not.toEqual(expect.arrayContaining([second]));
  });

  test.each<[readonly Permission[]]>([[[]], [["boundary:view"]]])(
    "is a keyed digest for other callers (%j), equal for equal addresses alone",
    async (permissions) => {
      const [one, two, item] = await hashesFor(...permissions);
      expect([one, two]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
      expect([item === one, two === one]).toEqual([true, false]);
      expect(await hashesFor(...permissions)).toEqual([one, two, item]);
      const guessed = Array.from({ length: 256 }, (_, n) => hashOf(`10.0.0.${n}/32`));
      const again = guessed.map((hash) => createHash("sha256").update(hash).digest("hex"));
      expect([...guessed, ...again]).not.toContain(one);
    },
  );
});
