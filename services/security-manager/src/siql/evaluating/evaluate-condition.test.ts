import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { checkQuery } from "../checking/check-query.ts";
import { parseQuery } from "../language/parse-query.ts";
import type { StringPiece } from "../language/tokens.ts";
import { evaluateCondition } from "./evaluate-condition.ts";
import { matchText } from "./match-text.ts";

const runs = Number(process.env.PROPERTY_RUNS ?? 300);
const piece = fc.oneof(
  fc.constantFrom("a", "b", "ab", "aa").map((text): StringPiece => text),
  fc.constant<StringPiece>({ wildcard: true }),
);

test("pieces match as the regular expression with the same meaning does", () => {
  const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 6 }).map((letters) => letters.join(""));
  fc.assert(
    fc.property(text, fc.array(piece, { maxLength: 5 }), fc.boolean(), (subject, pieces, within) => {
      const source = pieces.map((one) => (typeof one === "string" ? one : ".*")).join("");
      const expected = new RegExp(within ? source : `^(?:${source})$`, "s").test(subject);
      expect(matchText(subject, pieces, within)).toBe(expected);
    }),
    { numRuns: runs },
  );
});

const device = (name: string) =>
  ({ id: 5, name: "fw1", type: "FIREWALL", active: true, managementStationId: null, lastRevision: 1_000, vendor: "" })[
    name
  ];

test.each([
  ["id = 5", true],
  ["id ~ (1, 5)", true],
  ["id !~ (1, 5)", false],
  ["id >= 5 and id < 6", true],
  ["name = 'FW1'", false],
  ["name = 'fw*'", true],
  ["type = 'firewall'", true],
  ["managementStationId = 7", false],
  ["managementStationId != 7", false],
  ["managementStationId is null", true],
  ["vendor is empty", true],
  ["vendor is not null", true],
  ["active != true", false],
  ["lastRevision < date('last 7 days')", true],
  ["lastRevision ~ date('last 7 days')", false],
])("device{%s} is %s for one device", (body, expected) => {
  const text = `device{${body}}`;
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const checked = checkQuery(text, parsed.query, "device", { now: Date.UTC(2026, 0, 1), properties: new Map() });
  if (!checked.ok) throw new Error(checked.error.message);
  expect(checked.query.filters.every(({ condition }) => evaluateCondition(condition, device))).toBe(expected);
});
