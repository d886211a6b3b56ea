import { describe, expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { ruleRecord } from "../../test/rule-record.ts";
import { userContext } from "../../test/user-context.ts";
import type { ToolOutcome } from "../answers/tool.ts";
import { COUNT_ENDPOINT, COUNT_TYPES, countedBy, ENDPOINTS } from "../siql/siql-endpoints.ts";
import { executeSiqlQuery } from "./execute-siql-query.ts";

const ENDPOINT = "/securitymanager/api/siql/secrule/paged-search";
const DEVICES = "/securitymanager/api/siql/device/paged-search";
const query = "device{id = 12} AND rule{action = 'ACCEPT'}";
const pathOf = (page: number, pageSize: number, q = query, entity = "secrule") =>
  `/siql/${entity}/paged-search?q=${encodeURIComponent(q)}&page=${page}&pageSize=${pageSize}`;
const page = (total: number, results: readonly unknown[]) => ({ total, count: results.length, results });
const rules = (count: number, members = {}) =>
  Array.from({ length: count }, (_, index) => ruleRecord({ ruleNumber: index + 1, ...members }));

async function run(input: Readonly<Record<string, unknown>>, answers: Readonly<Record<string, unknown>>) {
  const manager = fakeManager(answers);
  return { outcome: await executeSiqlQuery.run(input, userContext(manager)), calls: manager.calls };
}
function answered(outcome: ToolOutcome) {
  if (outcome.kind !== "answer") throw new Error(JSON.stringify(outcome));
  return outcome;
}

test("answers rows in the fixed columns of the endpoint", async () => {
  const { outcome, calls } = await run({ query, endpoint: ENDPOINT }, { [pathOf(0, 50)]: page(1, rules(1)) });
  const columns = [
    ...["deviceId", "device", "policy", "ruleId", "number", "name", "action", "enabled"],
    ...["source", "destination", "service", "conditions"],
  ];
  expect(outcome).toEqual({
    kind: "answer",
    text: [
      "Rows 1 to 1 of 1.",
      ["#", ...columns].join("\t"),
      "1\t12\tedge-1\toutside_in\tr\t1\tallow web\tACCEPT\ttrue\tany\tweb (10.0.0.1)\thttps (tcp/443)\t",
    ].join("\n"),
    structured: {
      columns,
      rows: [
        [
          ...[12, "edge-1", "outside_in", "r", 1, "allow web", "ACCEPT", true],
          ...["any", "web (10.0.0.1)", "https (tcp/443)", ""],
        ],
      ],
      ...{ returned: 1, total: 1, truncated: false, notes: ["Rows 1 to 1 of 1."] },
      ...{ nextPage: null, nextPageSize: null },
    },
  });
  expect(calls).toEqual([{ path: pathOf(0, 50), userId: 7 }]);
});

test("adds the columns that fields asks for", async () => {
  const q = "rule{true} | fields(usage(), objUsage(), props, change, highlight, tfacount)";
  const added = {
    ...{ hitCount: 5, lastUsed: "2026-11-20T04:00:00.000Z", tfacount: null },
    props: { owner: "net\nteam", tags: ["a", "b"] },
    change: { changedAt: "2026-11-19T04:00:00.000Z", revision: 4, kind: "CHANGED" },
    highlight: { sources: [], destinations: ["web"], services: ["https"] },
    destinations: [{ displayName: "web", hitcount: 3 }],
  };
  const results = [ruleRecord(added), ruleRecord({ ...added, lastUsed: null, hitCount: 0, change: null, props: {} })];
  const { outcome } = await run({ query: q, endpoint: ENDPOINT }, { [pathOf(0, 50, q)]: page(2, results) });
  const { columns, rows } = answered(outcome).structured as { columns: string[]; rows: unknown[][] };
  expect(columns.slice(12)).toEqual([
    ...["hits", "lastUsed", "changedAt", "changeKind", "changeRevision", "highlight", "tfacount", "p.owner", "p.tags"],
  ]);
  const highlight = "destinations: web; services: https";
  expect(rows.map((row) => row.slice(9))).toEqual([
    [
      ...["web: 3 hits", "https (tcp/443)", "", 5, "2026-11-20T04:00:00Z"],
      ...["2026-11-19T04:00:00Z", "CHANGED", 4, highlight, null, "net team", "a, b"],
    ],
    ["web: 3 hits", "https (tcp/443)", "", 0, null, null, null, null, highlight, null, null, null],
  ]);
});

test("names what narrows a rule besides source, destination and service", async () => {
  const named = (displayName: string) => [{ displayName }];
  const rule = ruleRecord({
    srcContext: { zones: [...named("trust"), ...named("dmz")], interfaces: [{ name: "lo", negated: true }] },
    dstContext: { zones: named("internet"), interfaces: [{ name: "eth+" }] },
    ...{ apps: named("dns"), users: named("ann"), urlMatchers: named("u"), schedules: named("night") },
    ...{ decidesNewConnections: false, exact: false },
  });
  const { outcome } = await run({ query, endpoint: ENDPOINT }, { [pathOf(0, 50)]: page(1, [rule]) });
  expect(answered(outcome).text).toMatch(
    /from zone trust or dmz, in not lo, to zone internet, out eth\+, application dns, user ann, URL u, schedule night, established connections only, a match that is not understood$/,
  );
});

describe("pages", () => {
  test("name the next one", async () => {
    const answers = { [pathOf(2, 10)]: page(312, rules(10)) };
    const { outcome } = await run({ query, endpoint: ENDPOINT, page: 2, pageSize: 10 }, answers);
    expect(answered(outcome).structured).toMatchObject({
      ...{ returned: 10, total: 312, truncated: true, nextPage: 3, nextPageSize: 10 },
      notes: ["Rows 21 to 30 of 312. Next: page 3, pageSize 10, with the same query."],
    });
  });

  test("end with the last row", async () => {
    const { outcome } = await run(
      { query, endpoint: ENDPOINT, page: 1, pageSize: 10 },
      { [pathOf(1, 10)]: page(13, rules(3)) },
    );
    expect(answered(outcome).structured).toMatchObject({
      ...{ returned: 3, total: 13, truncated: false, nextPage: null, nextPageSize: null },
      notes: ["Rows 11 to 13 of 13."],
    });
  });

  test("behind the last row say so", async () => {
    const { outcome } = await run({ query, endpoint: ENDPOINT, page: 9 }, { [pathOf(9, 50)]: page(13, []) });
    expect(answered(outcome).text).toBe("The page is behind the last row. There are 13 rows; page 0 has the first.");
  });

  test("without rows name causes", async () => {
    const { outcome } = await run({ query, endpoint: ENDPOINT }, { [pathOf(0, 50)]: page(0, []) });
    expect(answered(outcome).text).toMatch(/^No rows\.\nThe query is valid, but nothing .*\n.*~ to find/);
  });

  test("that do not fit give their first rows, more where a size was asked for", async () => {
    const answers = {
      [pathOf(0, 50)]: page(5_000, rules(50, { ruleName: "n".repeat(600) })),
      [pathOf(0, 1_000)]: page(5_000, rules(1_000)),
    };
    const first = answered((await run({ query, endpoint: ENDPOINT }, answers)).outcome);
    expect(first.structured).toMatchObject({ returned: 50 });
    const large = answered((await run({ query, endpoint: ENDPOINT, pageSize: 1_000 }, answers)).outcome);
    const { returned, nextPage, nextPageSize } = large.structured;
    expect([nextPage, nextPageSize]).toEqual([1, returned]);
    expect(JSON.stringify(large.structured).length).toBeGreaterThan(38_000);
    expect(JSON.stringify(large.structured).length).toBeLessThan(40_000);
    expect(large.text.length).toBeLessThan(40_000);
  });

  test("that do not fit on a later page end at a divisor of their size", async () => {
    const answers = { [pathOf(1, 1_000)]: page(5_000, rules(1_000)) };
    const { outcome } = await run({ query, endpoint: ENDPOINT, page: 1, pageSize: 1_000 }, answers);
    expect(answered(outcome).structured).toMatchObject({ returned: 250, nextPage: 5, nextPageSize: 250 });
  });

  test("whose size has no good divisor name a better one", async () => {
    const answers = { [pathOf(1, 997)]: page(5_000, rules(997)) };
    const { outcome } = await run({ query, endpoint: ENDPOINT, page: 1, pageSize: 997 }, answers);
    expect(answered(outcome).structured).toMatchObject({
      ...{ returned: 1, nextPage: 998, nextPageSize: 1 },
      notes: [
        "Rows 998 to 998 of 5000. Next: page 998, pageSize 1, with the same query.",
        "More rows would fit. Ask for page 2, pageSize 372 instead. It repeats 253 rows.",
      ],
    });
  });

  test("end at the manager's 10,000th row", async () => {
    const answers = { [pathOf(99, 100)]: page(12_000, rules(100)) };
    const { outcome } = await run({ query, endpoint: ENDPOINT, page: 99, pageSize: 100 }, answers);
    expect(answered(outcome).structured).toMatchObject({
      ...{ returned: 100, truncated: true, nextPage: null, nextPageSize: null },
      notes: [
        "Rows 9901 to 10000 of 12000. Pages reach the first 10000 rows. Narrow the query, for example by device, to get the others.",
      ],
    });
  });
});

test("counts, and names the endpoint with the rows", async () => {
  const path = `/siql/count?q=${encodeURIComponent(query)}&countType=SECURITYRULE`;
  const input = { query, endpoint: COUNT_ENDPOINT, countType: "SECURITYRULE" };
  const { outcome, calls } = await run(input, { [path]: { countType: "SECURITYRULE", total: 812 } });
  const note = `The same query on the endpoint ${ENDPOINT} returns the rows.`;
  expect(outcome).toEqual({
    kind: "answer",
    text: `${note}\n1 row.\n#\tcountType\tcount\n1\tSECURITYRULE\t812`,
    structured: {
      ...{ columns: ["countType", "count"], rows: [["SECURITYRULE", 812]], returned: 1, total: 1, truncated: false },
      ...{ notes: [note, "1 row."], nextPage: null, nextPageSize: null },
    },
  });
  expect(calls).toEqual([{ path, userId: 7 }]);
});

test("the description names every endpoint that has no count type", () => {
  const counted = new Set([COUNT_ENDPOINT, ...COUNT_TYPES.map((type) => countedBy(type)?.endpoint)]);
  const others = ENDPOINTS.filter((endpoint) => !counted.has(endpoint)).map((endpoint) => endpoint.split("/").at(-2));
  expect(others.length).toBeGreaterThan(0);
  expect(executeSiqlQuery.description).toContain(`What has no countType (${others.join(", ")})`);
});

test("a mistake in a query is described, with what would work", async () => {
  const mistake = {
    ...{ message: 'device has no attribute "nmae"', position: 8, found: "nmae" },
    ...{ expected: ["id", "name"], nearest: "name" },
  };
  const answers = { [pathOf(0, 50, "device{nmae = 1}", "device")]: { kind: "query", mistake } };
  const { outcome } = await run({ query: "device{nmae = 1}", endpoint: DEVICES }, answers);
  expect(outcome).toEqual({
    kind: "refusal",
    texts: [
      [
        'The query has a mistake: device has no attribute "nmae"',
        "position: 8 (in characters, from 1)",
        "found: nmae",
        "expected: id, name",
        "nearest: name",
      ].join("\n"),
      'Correct the query and call again. get_siql_reference with sections ["overview","device"] has the grammar, the attributes and their operators.',
    ],
  });
});

test("a mistake without a place has its message alone", async () => {
  const mistake = { message: "too many intervals", position: null, found: null, expected: [], nearest: null };
  const { outcome } = await run({ query, endpoint: ENDPOINT }, { [pathOf(0, 50)]: { kind: "query", mistake } });
  expect(outcome).toMatchObject({ texts: ["The query has a mistake: too many intervals", expect.anything()] });
});

describe("refuses", () => {
  const types = COUNT_TYPES.join(", ");
  const refused: readonly (readonly [input: Readonly<Record<string, unknown>>, text: string])[] = [
    [{ endpoint: ENDPOINT }, "query is missing"],
    [{ query: "", endpoint: ENDPOINT }, "query must have at least 1 characters"],
    [{ query: " \n", endpoint: ENDPOINT }, "query is empty; rule{true} works on the endpoint of rules"],
    [{ query: "x".repeat(16_385), endpoint: ENDPOINT }, "query must have at most 16384 characters"],
    [
      { query: "é".repeat(9_000), endpoint: ENDPOINT },
      "query may have at most 48 KiB percent-encoded; narrow it or split it",
    ],
    [{ query, endpoint: COUNT_ENDPOINT }, `countType is missing; with this endpoint it is one of ${types}`],
    [{ query, endpoint: COUNT_ENDPOINT, countType: "RULE" }, `countType must be one of ${types}, not "RULE"`],
    [
      { query, endpoint: ENDPOINT, countType: "DEVICE" },
      `countType is only for the endpoint ${COUNT_ENDPOINT}; leave it out`,
    ],
    [
      { query, endpoint: COUNT_ENDPOINT, countType: "DEVICE", page: 0 },
      `page and pageSize do not go with the endpoint ${COUNT_ENDPOINT}; leave them out`,
    ],
    [{ query, endpoint: ENDPOINT, page: -1 }, "page must be at least 0"],
    [{ query, endpoint: ENDPOINT, pageSize: 1_001 }, "pageSize must be at most 1000"],
    [{ query, endpoint: ENDPOINT, pageSize: "ten" }, 'pageSize must be an integer, not "ten"'],
    [
      { query, endpoint: ENDPOINT, page: 200 },
      "page 200 with pageSize 50 reaches behind row 10000, where pages end; narrow the query, for example by device, or ask for an earlier page",
    ],
    [
      { query, endpoint: ENDPOINT, sort: "name" },
      '"sort": no such argument; valid are query, endpoint, countType, page, pageSize',
    ],
  ];
  for (const [input, text] of refused)
    test(`a call: ${text.slice(0, 80)}`, async () => {
      expect((await run(input, {})).outcome).toEqual({ kind: "refusal", texts: [`execute_siql_query: ${text}.`] });
    });

  test("an endpoint that does not exist, naming those that do", async () => {
    const { outcome } = await run({ query, endpoint: "/securitymanager/api/siql/ticket/paged-search" }, {});
    expect(outcome).toMatchObject({ texts: [expect.stringContaining(`endpoint must be one of /securitymanager`)] });
  });

  test("a page that is too large for the manager", async () => {
    const answers = { [pathOf(0, 500)]: { kind: "refused", status: 400 } };
    const { outcome } = await run({ query, endpoint: ENDPOINT, pageSize: 500 }, answers);
    expect(outcome).toEqual({
      kind: "refusal",
      texts: ["execute_siql_query: pageSize 500 is too large for these records; ask for a smaller page."],
    });
  });
});

test("passes on why the manager does not answer", async () => {
  const { outcome } = await run({ query, endpoint: ENDPOINT }, { [pathOf(0, 50)]: { kind: "timeout" } });
  expect(outcome).toEqual({ kind: "manager-failure", failure: { kind: "timeout" } });
});
