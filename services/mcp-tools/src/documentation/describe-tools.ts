import type { Tool } from "../answers/tool.ts";
import type { DocumentationFile } from "./documentation-files.ts";

/** The properties of a tool that the page of tool descriptions shows. */
export type DescribedTool = Pick<Tool, "name" | "title" | "description" | "inputSchema">;

/** Returns a page with the descriptions of the tools, one section per tool. */
export function describeTools(tools: readonly DescribedTool[]): DocumentationFile {
  const sections = tools.map(({ name, title, description, inputSchema }) =>
    [`## ${name}`, `${title}.`, description, argumentList(inputSchema)].join("\n\n"),
  );
  const lead = "These are the descriptions that the tool server gives its clients with `tools/list`.";
  return {
    path: "docs/tool-descriptions.md",
    markdown: `${["# Tool descriptions", lead, ...sections].join("\n\n")}\n`,
  };
}

function argumentList(schema: DescribedTool["inputSchema"]): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, { description?: string }>);
  if (properties.length === 0) return "It has no arguments.";
  const required = new Set(schema.required as readonly string[] | undefined);
  const lines = properties.map(([name, { description }]) => {
    const presence = required.has(name) ? " (required)" : "";
    return `- \`${name}\`${presence}${description === undefined ? "" : `: ${description}`}`;
  });
  return ["Arguments:", "", ...lines].join("\n");
}
