import { z } from "zod";
import type { Tool, ToolOutcome } from "../answers/tool.ts";
import { defineTool } from "./define-tool.ts";

/**
 * The largest number of characters in the text of an answer. The same limit applies separately to its structured
 * content.
 */
const BUDGET = 40_000;
const MOST_SECTIONS = 27;

const output = z.object({
  sections: z.array(z.object({ name: z.string(), text: z.string() })),
  omitted: z.array(z.string()),
});

/** A section, with the number of characters that it adds to the text and to the structured content. */
interface Section {
  readonly name: string;
  readonly text: string;
  readonly textSize: number;
  readonly jsonSize: number;
}

/**
 * The number of characters that are reserved for the names of omitted sections. The text and the structured content
 * each reserve this number.
 */
const ROOM = 600;

/** Makes the tool that returns sections of the SIQL reference. `sections` contains their Markdown by name. */
export function getSiqlReference(sections: ReadonlyMap<string, string>): Tool {
  const names = [...sections.keys()];
  const known = new Map([...sections].map(([name, text]) => [name, measured(name, text)]));
  return defineTool({
    name: "get_siql_reference",
    title: "Read the SIQL reference",
    description:
      "Returns the reference of the query language SIQL, by section, for writing a query for execute_siql_query. Use it before the first query, and for any question about SIQL itself. Read overview first (grammar, endpoints), then the section of what you search (rule for security rules, device, networkobj and so on), and operators, functions, pipes or examples when needed. Ask only for the sections that you need, several in one call. urlmatcher, vendortag and applicationgroup are described in overview. connection and domain have no endpoint: connection narrows application and applicationgroup, domain every endpoint.",
    input: z.strictObject({
      sections: z.array(z.enum(names)).min(1).max(MOST_SECTIONS).describe('For example ["overview", "rule"].'),
    }),
    output,
    anonymous: false,
    answer: (input) => answer([...new Set(input.sections)].flatMap((name) => known.get(name) ?? [])),
  });
}

function measured(name: string, text: string): Section {
  return { name, text, textSize: text.length + 2, jsonSize: JSON.stringify({ name, text }).length + 1 };
}

/** Returns the leading sections that fit into `BUDGET`, and the names of the other requested sections. */
function answer(asked: readonly Section[]): ToolOutcome {
  let [textSize, jsonSize] = [ROOM, ROOM];
  const first = asked.findIndex((section) => {
    textSize += section.textSize;
    jsonSize += section.jsonSize;
    return textSize >= BUDGET || jsonSize >= BUDGET;
  });
  const shown = first < 0 ? asked : asked.slice(0, first);
  const omitted = asked.slice(shown.length).map(({ name }) => name);
  const texts = shown.map(({ text }) => text);
  if (omitted.length > 0) texts.push(`Not shown, ask for them in another call: ${omitted.join(", ")}.`);
  const sections = shown.map(({ name, text }) => ({ name, text }));
  return { kind: "answer", text: texts.join("\n\n"), structured: { sections, omitted } };
}
