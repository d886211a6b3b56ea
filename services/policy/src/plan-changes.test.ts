import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { aBoundaryText } from "../test/arbitraries.ts";
import { any, aText, cidr, stored, written } from "../test/builders.ts";
import { changesOfText } from "./changes-of-text.ts";
import { idOf, planChanges, removesTooMuch, stepCount } from "./plan-changes.ts";

const shop = { source: "shop", removes: true };
const ids = (steps: readonly Parameters<typeof idOf>[0][]) => steps.map(idOf);

describe("a plan", () => {
  test("adds missing boundaries, changes different ones, removes those in no file, each by id", () => {
    const plan = planChanges(
      [written("d"), written("b", { score: null, message: "new" }), written("c"), written("a")],
      [stored("b", {}, 4), stored("c"), stored("z"), stored("y")],
      shop,
    );
    expect(ids(plan.creations)).toEqual(["a", "d"]);
    expect(ids(plan.changes)).toEqual(["b"]);
    expect(plan.changes[0]?.members).toEqual([{ member: "message", kind: "value", from: "none", to: '"new"' }]);
    expect(ids(plan.removals)).toEqual(["y", "z"]);
    expect([plan.unchanged, plan.existing, stepCount(plan)]).toEqual([1, 4, 5]);
    expect(plan.creations.map(({ wanted }) => wanted.text.source)).toEqual(["shop", "shop"]);
  });
  test("without --delete keeps boundaries that are in no file and reports them", () => {
    const plan = planChanges([], [stored("z")], { source: "shop", removes: false });
    expect([plan.removals.length, plan.leftOver.map(({ text }) => text.id)]).toEqual([0, ["z"]]);
  });
  test("never touches an id of another source or of none", () => {
    const plan = planChanges(
      [written("theirs"), written("nobodys"), written("mine")],
      [stored("theirs", { source: "other" }), stored("nobodys", { source: null }), stored("else", { source: "other" })],
      shop,
    );
    expect(plan.foreign.map(({ existing }) => existing.text.source)).toEqual([null, "other"]);
    expect([ids(plan.creations), ids(plan.changes), ids(plan.removals)]).toEqual([["mine"], [], []]);
  });
  test.each([
    [10, 3, false],
    [10, 4, true],
    [3, 1, true],
    [0, 0, false],
    [1, 1, true],
  ])("of %d boundaries, removing %d is too much: %s", (existing, gone, tooMuch) => {
    const all = Array.from({ length: existing }, (_, n) => `b${n}`);
    const plan = planChanges(
      all.slice(gone).map((id) => written(id)),
      all.map((id) => stored(id)),
      shop,
    );
    expect(removesTooMuch(plan)).toBe(tooMuch);
  });
});

describe("two texts are the same", () => {
  test("whatever the order and the repetition of their lists, and with defaults left out", () => {
    const one = aText("a", {
      sources: [cidr("10.0.0.0/8"), { ...any(), negate: false }],
      ruleActions: ["Allow", "Deny"],
      platforms: [],
      projectIds: ["p", "q"],
    });
    const other = aText("a", {
      sources: [any(), { type: "Cidr", cidr: "10.0.0.0/8", negate: false, comparison: "Contains" }, any()],
      ruleActions: ["Deny", "Allow"],
      platforms: null,
      projectIds: ["q", "p", "p"],
    });
    expect(changesOfText(one, other)).toEqual([]);
  });
  test("and another otherwise, member by member", () => {
    const next = aText("a", {
      name: "Other",
      enforced: false,
      sources: [cidr("10.0.0.0/8", { comparison: "Equals" }), cidr("10.1.0.0/16", { negate: true })],
      services: [
        { type: "ICMPv4", icmpType: 8, icmpCode: 0 },
        { type: "PortRangeSize", maxSize: 9 },
      ],
      projectIds: ["p"],
    });
    expect(changesOfText(aText("a"), next)).toEqual([
      { member: "name", kind: "value", from: '"Boundary a"', to: '"Other"' },
      { member: "enforced", kind: "value", from: "true", to: "false" },
      { member: "sources", kind: "list", added: ["equals 10.0.0.0/8", "not 10.1.0.0/16"], removed: ["10.0.0.0/8"] },
      {
        member: "services",
        kind: "list",
        added: ["ICMPv4 type 8 code 0", "port ranges up to 9"],
        removed: ["TCP 443"],
      },
      { member: "projectIds", kind: "value", from: "every project", to: '"p"' },
    ]);
  });
  test("exactly when they differ in notation only", () => {
    const spelled = (text: ReturnType<typeof aText>) => {
      const side = (objects: typeof text.sources) =>
        [
          ...new Set(
            objects.map((one) =>
              JSON.stringify(
                {
                  ...one,
                  negate: one.negate ?? false,
                  ...("comparison" in one ? { comparison: one.comparison ?? "Contains" } : {}),
                },
                sortedKeys,
              ),
            ),
          ),
        ].sort();
      const sorted = (list: readonly unknown[] | null) =>
        list === null ? null : [...new Set(list.map((one) => JSON.stringify(one, sortedKeys)))].sort();
      const { sources, destinations, services, ruleActions, platforms, projectIds, ...rest } = text;
      return JSON.stringify(
        [
          rest,
          side(sources),
          side(destinations),
          sorted(services),
          sorted(ruleActions),
          sorted(platforms ?? []),
          sorted(projectIds),
        ],
        sortedKeys,
      );
    };
    fc.assert(
      fc.property(
        aBoundaryText,
        aBoundaryText,
        fc.constantFrom("sources", "services", "projectIds", "platforms", "message", "ruleActions"),
        (one, other, member) => {
          const next = { ...one, [member]: other[member] };
          expect(changesOfText(one, next).length === 0).toBe(spelled(one) === spelled(next));
        },
      ),
    );
  });
});

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
