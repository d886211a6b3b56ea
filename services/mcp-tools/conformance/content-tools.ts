import type { ContentBlock } from "@modelcontextprotocol/server";
import { type FixtureTool, NO_ARGUMENTS, text } from "./fixture-tool.ts";
import { PNG, WAV } from "./media.ts";

const IMAGE: ContentBlock = { type: "image", data: PNG, mimeType: "image/png" };

/** A schema that uses features of JSON Schema 2020-12. `tools/list` must return it unchanged. */
const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
} as const;

/** Tools whose results contain content other than text. */
export const contentTools: readonly FixtureTool[] = [
  contentTool("test_image_content", "Returns an image.", IMAGE),
  contentTool("test_audio_content", "Returns a sound.", { type: "audio", data: WAV, mimeType: "audio/wav" }),
  contentTool("test_embedded_resource", "Returns a resource.", {
    type: "resource",
    resource: {
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    },
  }),
  contentTool(
    "test_multiple_content_types",
    "Returns a text, an image and a resource.",
    { type: "text", text: "Multiple content types test:" },
    IMAGE,
    {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      },
    },
  ),
  {
    name: "json_schema_2020_12_tool",
    description: "Has a schema with features of JSON Schema 2020-12.",
    inputSchema: SCHEMA_2020_12,
    answer: (_context, input) => text(JSON.stringify(input)),
  },
];

function contentTool(name: string, description: string, ...content: ContentBlock[]): FixtureTool {
  return { name, description, inputSchema: NO_ARGUMENTS, answer: () => ({ content }) };
}
