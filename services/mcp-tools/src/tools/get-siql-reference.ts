import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import type { Tool, ToolOutcome } from "./tool.ts";

/** The text and the structured content have fewer characters each. */
const BUDGET = 40_000;
const MOST_SECTIONS = 27;

const output = z.object({
  sections: z.array(z.object({ name: z.string(), text: z.string() })),
  omitted: z.array(z.string()),
});

/** Makes the tool that serves the sections of the SIQL reference, which are Markdown by name. */
export function getSiqlReference(sections: ReadonlyMap<string, string>): Tool {
  const names = [...sections.keys()];
  return defineTool({
    name: "get_siql_reference",
    title: "Read the SIQL reference",
    description:
      "Returns the reference of the query language SIQL, by section, for writing a query for execute_siql_query. Use it before the first query. Read overview first (grammar, endpoints), then the section of what you search (rule for security rules, device, networkobj and so on), and operators, functions, pipes or examples when needed. Ask only for the sections that you need, several in one call. urlmatcher, vendortag and applicationgroup are described in overview.",
    input: z.strictObject({
      sections: z.array(z.enum(names)).min(1).max(MOST_SECTIONS).describe('For example ["overview", "rule"].'),
    }),
    output,
    anonymous: false,
    answer: (input) => answer(sections, [...new Set(input.sections)]),
  });
}

/** Answers the first sections that fit, and names the others. */
function answer(sections: ReadonlyMap<string, string>, asked: readonly string[]): ToolOutcome {
  for (let shown = asked.length; ; shown--) {
    const omitted = asked.slice(shown);
    const found = asked.slice(0, shown).map((name) => ({ name, text: sections.get(name) ?? "" }));
    const texts = found.map((section) => section.text);
    if (omitted.length > 0) texts.push(`Not shown, ask for them in another call: ${omitted.join(", ")}.`);
    const text = texts.join("\n\n");
    const structured = { sections: found, omitted };
    if (shown === 0 || (text.length < BUDGET && JSON.stringify(structured).length < BUDGET))
      return { kind: "answer", text, structured };
  }
}
