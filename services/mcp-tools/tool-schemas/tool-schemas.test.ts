import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { toolSchemas, toolSchemasText } from "./tool-schemas-text.ts";

const { withKey, withoutKey } = toolSchemas();
const names = withKey.map(({ name }) => name);

/** The tools that the requirements of the product name. */
const PRODUCT_TOOLS = [
  ...["search_documentation", "get_mgr_ui_navigation"],
  ...["count_firewall_rules", "search_firewall_rules_by_source", "search_firewall_rules_by_destination"],
  ...["list_all_security_rules_by_device", "list_all_device_groups", "list_all_devices"],
  ...["get_device_group_kpi", "get_device_kpi", "get_network_nodeId_for_ip_address", "test_network_path"],
  ...["query_metric_data", "get_metrics_summary", "get_assessment_stats"],
  ...["list_policy_planner_workflows", "get_policy_planner_workflow_tasks"],
  ...["get_siql_reference", "execute_siql_query"],
];

test("tools.json is what `npm run tool-schemas` writes, byte by byte", () => {
  expect(readFileSync(new URL("../tools.json", import.meta.url), "utf8")).toBe(toolSchemasText());
});

test("a caller with a key sees tools of the product document, and one without a key the documentation search", () => {
  expect(names.filter((name) => !PRODUCT_TOOLS.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(withoutKey.map(({ name }) => name)).toEqual(["search_documentation"]);
  expect(withoutKey[0]).toEqual(withKey.find(({ name }) => name === "search_documentation"));
});

test("the list has at most 36,000 bytes", () => {
  expect(Buffer.byteLength(JSON.stringify({ tools: withKey }))).toBeLessThanOrEqual(36_000);
});

test.each(withKey)("$name: its description is short, and its texts name no tool that is absent", (tool) => {
  expect(tool.description.length).toBeLessThanOrEqual(1_200);
  const absent = PRODUCT_TOOLS.filter((name) => !names.includes(name));
  expect(absent.filter((name) => JSON.stringify(tool).includes(name))).toEqual([]);
  expect(namesOfToolForm(tool.description).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(withKey)("$name: arguments are described, unknown ones are refused, and only reading is promised", (tool) => {
  const input = tool.inputSchema as unknown as { properties: Record<string, { description?: string }> };
  for (const [name, { description }] of Object.entries(input.properties))
    expect([name, description]).toEqual([name, expect.stringMatching(/./)]);
  expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  expect(tool.outputSchema).toMatchObject({ type: "object" });
  expect(tool.annotations).toEqual({
    ...{ title: tool.title, readOnlyHint: true, destructiveHint: false },
    ...{ idempotentHint: true, openWorldHint: false },
  });
});

test("an example in a description gives arguments that the tool has, and all that it requires", () => {
  const examples = withKey.flatMap(({ description, inputSchema }) => {
    const [, example] = /Example: (\{.*?\})/.exec(description) ?? [];
    return example === undefined ? [] : [{ given: Object.keys(JSON.parse(example)), inputSchema }];
  });
  expect(examples.length).toBeGreaterThanOrEqual(4);
  for (const { given, inputSchema } of examples) {
    const { properties, required = [] } = inputSchema as unknown as {
      properties: object;
      required?: readonly string[];
    };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(given));
    expect(given).toEqual(expect.arrayContaining([...required]));
  }
});

/** Returns the words of a text that look like names of tools. */
function namesOfToolForm(text: string): string[] {
  return text.match(/\b(?:count|execute|get|list|query|search|test)_\w+/g) ?? [];
}
