import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";

/**
 * A tool from which the conformance suite expects more than a text: other content, questions to the client, or
 * notifications.
 */
export interface FixtureTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  answer(
    context: ServerContext,
    input: Readonly<Record<string, unknown>>,
  ): CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;
}

/** The schema of a tool without arguments. */
export const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false } as const;

/** Returns a tool result that consists of one text. */
export function text(content: string): CallToolResult {
  return { content: [{ type: "text", text: content }] };
}
