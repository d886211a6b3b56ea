import { expect, test } from "@jest/globals";
import type { SnapshotPartInput, SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { SET_OPERATORS, SET_QUERIES, type SetQuery } from "./set-queries.ts";
import { isFound, walkRules } from "./walked-rules.ts";

const objects: SnapshotPartInput = {
  kind: "objects",
  objects: [
    { kind: "network", name: "a", type: "HOST", members: [{ address: "10.0.0.1" }] },
    { kind: "network", name: "b", type: "GROUP", members: [{ object: "a" }, { address: "10.0.0.2-10.0.0.9" }] },
    { kind: "network", name: "six", type: "NETWORK", members: [{ address: "2001:db8::/64" }] },
    { kind: "service", name: "web", type: "SERVICE", members: [{ protocol: 6, ports: [[80, 80]] }] },
  ],
};

function ruleWith(row: Partial<SnapshotRowInput>) {
  const rows: SnapshotRowInput[] = [{ number: 1, action: "ACCEPT", families: [4], ...row }];
  const [rule] = walkRules([{ kind: "policy", name: "p", displayName: "p", policyType: "SECURITY", rows }, objects]);
  if (!rule) throw new Error("there is one rule");
  return rule;
}

/** Returns the operators of those queries in SET_QUERIES that have this column and this operand and find the rule. */
function foundBy(rule: ReturnType<typeof ruleWith>, column: SetQuery["column"], text: string) {
  const queries = SET_QUERIES.filter((query) => query.column === column && query.text === text);
  expect(queries).toHaveLength(SET_OPERATORS.length);
  return queries.filter((query) => isFound(rule, query)).map(({ operator }) => operator);
}

test("members of a group are united, and touching ones are one interval", () => {
  const rule = ruleWith({ source: [{ members: [{ object: "b" }] }] });
  expect(rule.columns.source).toHaveLength(1);
  expect(foundBy(rule, "source", "'10.64.0.0/10'")).toEqual(["is disjoint from"]);
  expect(foundBy(rule, "source", "'any'")).toEqual(["intersects", "is subset of"]);
});

test("a column that names nothing is Any, and all of the rule's own families", () => {
  const rule = ruleWith({});
  expect(foundBy(rule, "source", "'any'")).toEqual(["intersects", "is subset of", "is superset of", "equals"]);
  expect(foundBy(rule, "source", "'10.3.0.0/16'")).toEqual(["intersects", "is superset of"]);
  expect(foundBy(rule, "destination", "'2001:db8::/32'")).toEqual(["is disjoint from"]);
  expect(foundBy(ruleWith({ families: [4, 6] }), "destination", "'2001:db8::/32'")).toEqual([
    "intersects",
    "is superset of",
  ]);
});

test("a negated term is what is not in it", () => {
  const rule = ruleWith({ source: [{ negated: true, members: [{ address: "10.3.0.0/16" }] }] });
  expect(foundBy(rule, "source", "'10.3.0.0/16'")).toEqual(["is disjoint from"]);
  expect(foundBy(rule, "source", "'10.64.0.0/10'")).toEqual(["intersects", "is superset of"]);
});

test("an empty column is found by no operator", () => {
  const rule = ruleWith({ destination: [{ members: [{ object: "six" }] }] });
  for (const text of ["'any'", "'2001:db8::/32'", "'10.0.0.0/8'"])
    expect(foundBy(rule, "destination", text)).toEqual([]);
});

test("services are ports of a protocol", () => {
  const rule = ruleWith({ service: [{ members: [{ object: "web" }, { protocol: 6, ports: [[443, 443]] }] }] });
  expect(foundBy(rule, "service", "('tcp/80', 'tcp/443')")).toEqual([
    ...["intersects", "is subset of", "is superset of", "equals"],
  ]);
  expect(foundBy(rule, "service", "'tcp/443'")).toEqual(["intersects", "is superset of"]);
  expect(foundBy(rule, "service", "'udp/53'")).toEqual(["is disjoint from"]);
});
