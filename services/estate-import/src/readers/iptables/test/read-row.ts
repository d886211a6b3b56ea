import { expect } from "@jest/globals";
import {
  SnapshotPart,
  type SnapshotRow,
  type SnapshotRowInput,
} from "@network-access/service-contracts/device-snapshot";
import { parseRule, type RuleContext } from "../rules/parse-rule.ts";

/**
 * The default context of a rule in these tests: the table filter of IPv4, with two chains and two sets. The reader does
 * not understand the set "pairs".
 */
export const context: RuleContext = {
  ...{ family: 4, table: "filter", chains: new Set(["web", "LOG-AND-DROP"]), netmapSide: undefined },
  sets: new Map([
    ["blocked", undefined],
    ["pairs", 'the set "pairs" has the type "hash:ip,port", which is not understood'],
  ]),
  localObject: "ip addrtype LOCAL",
};

export function on(change: Partial<RuleContext>): RuleContext {
  return { ...context, ...change };
}

/**
 * A test case: the text of a rule, the expected row, and the context in which the rule is read. If a case has no
 * context, the constant `context` is used. The expected row may leave out the number and the family. It may leave out
 * the action if the action is NONE.
 */
export type RuleCase = readonly [line: string, expected: Partial<SnapshotRowInput>, given?: RuleContext | undefined];

/** Returns the row as the schema parses it. Members that the row leaves out have their default values. */
export function complete(row: SnapshotRowInput): SnapshotRow | undefined {
  const part = SnapshotPart.parse({ kind: "policy", name: "p", displayName: "p", policyType: "NAT", rows: [row] });
  return part.kind === "policy" ? part.rows[0] : undefined;
}

/**
 * Parses a line as a rule. Returns the rule's row, with default values for missing members, and the parts of the line
 * that the parser reports as not understood.
 */
export function read(text: string, given: RuleContext = context) {
  const reading = parseRule({ text, start: 0 }, 1, given);
  if (!reading.ok) throw new Error(reading.problem);
  const named = reading.notUnderstood.map(({ start, end }) => text.slice(start, end));
  return { row: complete(reading.row), named };
}

/**
 * Checks that the parser reads the rule as exactly the row `expected`, and that it understands every part of the rule.
 */
export function expectRow([line, expected, given = context]: RuleCase): void {
  const families: SnapshotRowInput["families"] = given.family === 4 ? [4] : [6];
  expect(read(line, given)).toEqual({ row: complete({ number: 1, action: "NONE", families, ...expected }), named: [] });
}

export function address(...texts: readonly string[]) {
  return texts.map((one) => ({ address: one }));
}

export function tcp(more = {}) {
  return [{ members: [{ protocol: 6, ...more }] }];
}
