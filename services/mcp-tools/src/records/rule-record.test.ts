import { expect, test } from "@jest/globals";
import { ruleRecord } from "../../test/rule-record.ts";
import { RULES_AS_ASKED } from "./rule-record.ts";

test.each([
  ["a text", "Payments", "Payments"],
  ["a number", 7, 7],
  ["nothing", null, null],
  ["a list", ["a", 1], "a, 1"],
  ["an object", { toString: null }, '{"toString":null}'],
  ["a list with a list and an object", [["a"], { b: 1 }, null], '["a"], {"b":1}, null'],
])("a property of a rule that is %s fills one cell", (_, value, cell) => {
  const results = [ruleRecord({ props: { owner: value } })];
  const { columns, rows } = RULES_AS_ASKED.parse({ total: 1, page: 0, pageSize: 50, count: 1, results });
  expect(rows[0]?.[columns.indexOf("p.owner")]).toBe(cell);
});
