import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { aRule } from "../../test/boundaries.ts";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import { startTestEndpoint, type TestEndpoint } from "../../test/evaluator-endpoint.ts";
import { printBoundarySet } from "../boundaries/stored-boundary-set.ts";
import type { JudgeRunner } from "../judge-threads/judge-runner.ts";
import type { Judgement } from "../judging/model/judgement.ts";

jest.setTimeout(30_000);

let graph: TestEndpoint;
beforeAll(async () => {
  graph = await startTestEndpoint();
});
afterAll(() => graph.stop());
beforeEach(() => graph.renew());

test("a draft is judged against what is enforced now, and Touched leaves out what says nothing", async () => {
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

test("who may not see boundaries gets no relations, and no address that the request does not hold", async () => {
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

test("a draft with faults says all of them; one that takes too long ends in UPSTREAM_TIMEOUT", async () => {
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
  graph.fixture.judging = { ...graph.fixture.judging, judge };
  expect((await graph.draft([aRule()])).errors[0].extensions.code).toBe("UPSTREAM_TIMEOUT");
  expect(aborted).toBe(true);
});

test("suggested rules can be sent back as they come, and pass; nobody looks for them unless somebody who may see them asks", async () => {
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
  const suggest = jest.fn(graph.fixture.judging.suggest);
  graph.fixture.judging = { ...graph.fixture.judging, suggest };
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

test("the evaluation of a page of change requests is read in one go; Pending ones have none", async () => {
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
  const there = { results: [{ boundaryId: "b-1", state: null, rules: [] }], findings: [{ message: message.full }] };
  const none = { results: null, findings: null };
  const { data, errors } = await graph.post(text, { of });
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([there, none, there, there, none, none]);
  expect(graph.fixture.recordQuestions).toBe(1);
  const [hidden] = (await graph.post(text, { of }, graph.blind)).data._entities;
  expect(hidden).toEqual({
    results: [{ boundaryId: "b-1", state: null, rules: null }],
    findings: [{ message: "not all" }],
  });
});

test("an evaluation shows what was looked up, to the blind only what the request names; what could not be is told by its findings alone", async () => {
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
  const toTheBlind = (await graph.post(text, {}, graph.blind)).data.changeRequestEvaluation;
  expect(toTheBlind).toMatchObject({ stateReason: "All is inside.", resolved: [own] });
});
