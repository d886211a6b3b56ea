import { describe, expect, test } from "@jest/globals";
import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import fc from "fast-check";
import { any, cidr, group, written } from "../../test/builders.ts";
import {
  aSmallText,
  everyMembers,
  everyRule,
  type OracleRule,
  oracleObjection,
  oracleVerdict,
} from "../../test/oracle.ts";
import type { PolicyBoundary } from "../policy-boundary.ts";
import { findAdmittedFamilies } from "./find-admitted-families.ts";
import { findContradictions } from "./find-contradictions.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { writtenTraffic } from "./written-traffic.ts";

const contradictions = (...all: PolicyBoundary[]) => findContradictions(all.map(writtenTraffic));
const duplicates = (...all: PolicyBoundary[]) =>
  findDuplicates(all.map(writtenTraffic)).map((alike) => alike.map(({ text }) => text.id));
const families = (...all: PolicyBoundary[]) =>
  findAdmittedFamilies(all.map(writtenTraffic)).map(
    ({ boundary, member, admitted }) => `${boundary.text.id} ${member} ${admitted}`,
  );

const ssh = [{ type: "TCP" as const, portStart: 22, portEnd: 22 }];

describe("a Pass and a Fail boundary contradict", () => {
  test("with the lowest packet that is in both, and their relation", () => {
    const { found } = contradictions(
      written("grant", { services: [{ type: "AllTCP" }] }),
      written("forbid", { action: "Fail", sources: [any()], destinations: [cidr("10.9.0.0/16")], services: ssh }),
    );
    expect(found).toMatchObject([
      {
        fail: { text: { id: "forbid" } },
        count: 1,
        passes: [
          {
            pass: { text: { id: "grant" } },
            packet: { family: 4, source: 0x0a000000n, destination: 0x0a090000n, service: { protocol: 6, port: 22 } },
            relation: "Overlap",
          },
        ],
      },
    ]);
  });
  test("and notes when everything granted is forbidden", () => {
    const { found } = contradictions(
      written("grant"),
      written("forbid", { action: "Fail", sources: [any()], services: [{ type: "AllTraffic" }] }),
    );
    expect(found[0]?.passes[0]?.relation).toBe("Inside");
  });
  test("not where they apply to other rules or projects, or are not enforced", () => {
    const grant = written("grant");
    const forbid = (members: object) => written("forbid", { action: "Fail", ...members });
    expect(contradictions(grant, forbid({ ruleActions: ["Deny"] })).found).toEqual([]);
    expect(contradictions(written("g", { projectIds: ["a"] }), forbid({ projectIds: ["b"] })).found).toEqual([]);
    expect(contradictions(grant, forbid({ enforced: false })).found).toEqual([]);
    expect(contradictions(grant, forbid({ projectIds: ["b"] })).found).toHaveLength(1);
  });
  test("through an admitted port range too", () => {
    const { found } = contradictions(
      written("grant", { services: [{ type: "PortRangeSize", maxSize: 3 }] }),
      written("forbid", { action: "Fail", services: ssh }),
    );
    expect(found[0]?.passes[0]?.packet.service).toEqual({ protocol: 6, port: 22 });
  });
  test("not where no rule can ask for everything that both require in full", () => {
    const exactly = (text: string) => [cidr(text, { comparison: "Equals" })];
    const forbid = written("forbid", { action: "Fail", sources: exactly("10.0.0.0/24") });
    expect(contradictions(written("grant", { sources: exactly("10.0.0.0/25") }), forbid).found).toEqual([]);
    expect(contradictions(written("grant"), forbid).found).toHaveLength(1);
  });
  test("and where it depends on a group, only that is reported", () => {
    const { found, undecided } = contradictions(
      written("grant", { sources: [group("web")] }),
      written("apart", { destinations: [cidr("192.0.2.0/24")], sources: [group("web")] }),
      written("forbid", { action: "Fail", destinations: [cidr("10.9.0.0/16")] }),
    );
    expect(found).toEqual([]);
    expect(undecided.map(({ fail, passes }) => [fail.text.id, passes.map(({ text }) => text.id)])).toEqual([
      ["forbid", ["grant"]],
    ]);
  });
  test("and only the first twenty of a kind are kept, and all are counted", () => {
    const grants = Array.from({ length: 30 }, (_, n) => written(`grant-${n}`));
    const [one] = contradictions(...grants, written("forbid", { action: "Fail" })).found;
    expect([one?.count, one?.passes.length]).toEqual([30, 20]);
  });
});

test("contradictions are those found by enumerating all rules, whatever groups hold", () => {
  const seen = { found: 0, nothing: 0, undecided: 0 };
  // All generated boundaries are enforced and apply to Allow rules. Boundaries that are not enforced or that apply to
  // different rules never contradict, and a test above covers them.
  const small = (action: "Pass" | "Fail") =>
    fc
      .boolean()
      .chain((groups) => aSmallText(action, { groups }))
      .map((text) => ({ ...text, action, enforced: true, ruleActions: ["Allow" as const] }));
  const [pass, fail] = [small("Pass"), small("Fail")];
  const members = fc.uniqueArray(fc.constantFrom(...everyMembers), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(pass, fail, members, (granting, forbidding, several) => {
      const place = { file: "f", line: 1, column: 1 };
      const { found, undecided } = contradictions({ text: granting, place }, { text: forbidding, place });
      const isUndecided = undecided.length > 0;
      seen[isUndecided ? "undecided" : found.length > 0 ? "found" : "nothing"] += 1;
      if (isUndecided) return;
      for (const held of several) {
        const inBoth = (rule: OracleRule) =>
          [granting, forbidding].every((text) => {
            const { touches, inside, exactSidesMatch } = oracleVerdict(text, rule, held);
            return touches && inside && exactSidesMatch;
          });
        const exists = Iterator.from(rulesBothLookAt(granting, forbidding)).some(inBoth);
        expect(exists).toBe(found.length > 0);
      }
    }),
    { numRuns: 200 },
  );
  expect(Math.min(seen.found, seen.nothing, seen.undecided)).toBeGreaterThan(2);
});

/**
 * Selects one action and one project for which all given boundaries apply, and returns all test rules with this action
 * and project. Returns no rules if there is no such action or project.
 */
function rulesBothLookAt(...texts: readonly BoundaryText[]): Iterable<OracleRule> {
  const action = (["Allow", "Deny"] as const).find((one) =>
    texts.every(({ ruleActions }) => ruleActions.includes(one)),
  );
  const project = ["p", "q"].find((one) => texts.every(({ projectIds }) => projectIds?.includes(one) ?? true));
  return action === undefined || project === undefined ? [] : everyRule(action, project);
}

describe("boundaries are duplicates", () => {
  test("when they have the same effect, whatever their notation and names", () => {
    expect(
      duplicates(
        written("a", { name: "One", sources: [cidr("10.0.0.0/8")] }),
        written("b", { name: "Two", sources: [cidr("10.128.0.0/9"), cidr("10.0.0.0/9")], message: "else" }),
        written("c", { sources: [any(), cidr("10.0.0.0/8", { negate: true })] }),
        written("d", { sources: [cidr("10.0.0.0/8", { negate: true })] }),
      ),
    ).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });
  test("when they name the same groups, whatever these hold", () => {
    const sources = [group("web"), cidr("10.0.0.0/8")];
    expect(duplicates(written("a", { sources }), written("b", { sources: sources.toReversed() }))).toEqual([
      ["a", "b"],
    ]);
  });
  test.each([
    ["another action", { action: "Fail" as const }],
    ["other projects", { projectIds: ["shop"] }],
    ["Equals", { sources: [cidr("10.0.0.0/8", { comparison: "Equals" as const })] }],
    ["other platforms", { platforms: [{ name: "p", provider: "aws", accountId: "1" }] }],
    ["a port range", { services: [...ssh, { type: "PortRangeSize" as const, maxSize: 2 }] }],
  ])("not with %s", (_, members) => {
    expect(duplicates(written("a"), written("b", members))).toEqual([]);
  });
  test("and have the same effect on every rule by enumeration, whatever groups hold", () => {
    let alike = 0;
    const small = aSmallText("a", { groups: true });
    const pairs = fc
      .tuple(small, small, fc.constantFrom("sources", "destinations", "services"))
      .map(([one, other, side]) => [one, { ...one, [side]: other[side] }] as const);
    fc.assert(
      fc.property(pairs, fc.nat({ max: 31 }), ([one, other], held) => {
        const place = { file: "f", line: 1, column: 1 };
        if (duplicates({ text: one, place }, { text: other, place }).length === 0) return;
        alike += 1;
        for (const rule of everyRule()) {
          const [a, b] = [one, other].map((text) => [
            oracleVerdict(text, rule, held),
            oracleObjection(text, rule, held),
          ]);
          if (JSON.stringify(a) !== JSON.stringify(b))
            throw new Error(`${JSON.stringify(rule)} with the group ${held}`);
        }
      }),
      { numRuns: 400 },
    );
    expect(alike).toBeGreaterThan(5);
  });
});

describe("a negation of one family", () => {
  test("that admits the other one is found on either side", () => {
    expect(
      families(
        written("a", { sources: [cidr("10.0.0.0/8", { negate: true })] }),
        written("b", { sources: [any()], destinations: [any(), cidr("2001:db8::/32", { negate: true })] }),
      ),
    ).toEqual(["a sources 6", "b destinations 4"]);
  });
  test("is fine where the boundary has no traffic there, or the other family is not in it whole", () => {
    expect(
      families(
        written("a", { sources: [cidr("10.0.0.0/8", { negate: true })], destinations: [cidr("192.0.2.0/24")] }),
        written("b", { sources: [cidr("0.0.0.0/0"), cidr("10.0.0.0/8", { negate: true })] }),
        written("c", { sources: [cidr("10.0.0.0/8", { negate: true }), cidr("::/0", { negate: true })] }),
        written("d", { sources: [group("web"), cidr("10.0.0.0/8", { negate: true })] }),
      ),
    ).toEqual([]);
  });
});
