import type { Tool } from "../answers/tool.ts";
import type { Caller } from "../callers/caller.ts";

/** Tools only read, so no call destroys or changes anything, even if it is repeated. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** A tool in the form of a tool list. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object" };
  readonly outputSchema?: { readonly type: "object" };
  readonly annotations: typeof ANNOTATIONS & { readonly title: string };
}

/** The tools that a caller may see and call, with the instructions for these tools. */
export interface VisibleTools {
  readonly listed: readonly ListedTool[];
  readonly instructions: string;
  find(name: string): Tool | undefined;
}

/**
 * Returns a function that returns the tools that a caller may see. Without a key, these are the tools with `anonymous`.
 * `find` treats all other tools like unknown tools, so a call of either gets the same answer.
 */
export function createToolLists(
  tools: readonly Tool[],
  instructionsOf: (names: ReadonlySet<string>) => string,
): (caller: Caller) => VisibleTools {
  const listOf = (visible: readonly Tool[]): VisibleTools => {
    const byName = new Map(visible.map((tool) => [tool.name, tool]));
    return {
      listed: visible.map(listedTool),
      instructions: instructionsOf(new Set(byName.keys())),
      find: (name) => byName.get(name),
    };
  };
  const [all, open] = [listOf(tools), listOf(tools.filter((tool) => tool.anonymous))];
  return (caller) => (caller.kind === "user" ? all : open);
}

function listedTool({ name, title, description, inputSchema, outputSchema }: Tool): ListedTool {
  return {
    ...{ name, title, description },
    inputSchema: { ...inputSchema, type: "object" },
    outputSchema: { ...outputSchema, type: "object" },
    annotations: { title, ...ANNOTATIONS },
  };
}
