import { expect, test } from "@jest/globals";
import { z } from "zod";
import { inputSchemaOf } from "../tools/json-schema.ts";
import { describeTools } from "./describe-tools.ts";

test("writes a section for each tool, with its description and arguments", () => {
  const input = z.strictObject({ deviceId: z.int().describe("Id of the device."), page: z.int().optional() });
  const tools = [
    { name: "list_rules", title: "List rules", description: "Lists rules.", inputSchema: inputSchemaOf(input) },
    {
      name: "list_groups",
      title: "Groups",
      description: "Lists groups.",
      inputSchema: inputSchemaOf(z.strictObject({})),
    },
  ];
  expect(describeTools(tools)).toEqual({
    path: "docs/tool-descriptions.md",
    markdown: `# Tool descriptions

These are the descriptions that the tool server gives its clients with \`tools/list\`.

## list_rules

List rules.

Lists rules.

Arguments:

- \`deviceId\` (required): Id of the device.
- \`page\`

## list_groups

Groups.

Lists groups.

It has no arguments.
`,
  });
});
