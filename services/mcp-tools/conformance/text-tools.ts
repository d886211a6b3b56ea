import { z } from "zod";
import type { Tool } from "../src/answers/tool.ts";
import { defineTool } from "../src/tools/define-tool.ts";

/** Tools whose results are text. They are defined and run in the same way as the product's tools. */
export const textTools: readonly Tool[] = [
  textTool("test_simple_text", "Returns a text.", "This is a simple text response for testing."),
  textTool("test_streaming_elicitation", "Returns a text where a stream might ask.", "Nothing was asked."),
  defineTool({
    name: "test_error_handling",
    title: "test_error_handling",
    description: "Fails whenever it is called.",
    input: z.strictObject({}),
    output: z.strictObject({}),
    anonymous: true,
    answer: () => ({ kind: "refusal", texts: ["This tool intentionally returns an error for testing"] }),
  }),
];

function textTool(name: string, description: string, text: string): Tool {
  return defineTool({
    ...{ name, title: name, description },
    input: z.strictObject({}),
    output: z.strictObject({ text: z.string() }),
    anonymous: true,
    answer: () => ({ kind: "answer", text, structured: { text } }),
  });
}
