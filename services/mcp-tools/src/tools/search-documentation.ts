import { z } from "zod";
import { TABLE_OUTPUT } from "../answers/table.ts";
import type { Tool, ToolOutcome } from "../answers/tool.ts";
import type { DocumentationSearch, FoundPassage } from "../documentation/documentation-search.ts";
import { defineTool } from "./define-tool.ts";

const MOST_CHARACTERS = 500;

const DESCRIPTION = `Use this tool when the question is how the network access service, its tools or its interfaces work: \
change requests, boundaries, inventory search, groups, feeds, keys and headers, connecting an AI client, error messages, \
settings. It returns the closest passages of the documentation with their URLs. \
It reads no live data: of the change requests and boundaries that exist it only tells how to read them (no tool here \
does), and for rules, devices and addresses of an estate ask the other tools. About SIQL ask its reference, if you have it. \
Ask one question in English, in the words of the product. Example: {"question": "What does the state Review mean?"}`;

/**
 * Creates the tool that searches the documentation. It requires no key. `documentation` is called only when the tool
 * runs: the documentation describes all tools, so it is read after they are created.
 */
export function createSearchDocumentation(documentation: () => DocumentationSearch): Tool {
  return defineTool({
    name: "search_documentation",
    title: "Search the documentation",
    description: DESCRIPTION,
    input: z.strictObject({
      question: z.string().trim().min(1).max(MOST_CHARACTERS).describe("What to look for, in English."),
    }),
    output: TABLE_OUTPUT,
    anonymous: true,
    async answer({ question }, { signal }) {
      const { search, mainPages } = documentation();
      const found = await search(question, signal);
      return found.length === 0 ? answerNothing(mainPages) : answerPassages(found);
    },
  });
}

const COLUMNS = ["title", "heading", "url", "passage"];

function answerPassages(found: readonly FoundPassage[]): ToolOutcome {
  const note = "If none of them answers the question, ask again with other words of the product.";
  const blocks = found.map(
    ({ title, heading, url, passage }, place) =>
      `${place + 1}. ${heading === title ? title : `${title} > ${heading}`}\n${url}\n\n${passage}`,
  );
  return {
    kind: "answer",
    text: [...blocks, note].join("\n\n---\n\n"),
    structured: tableOf(found, [note]),
  };
}

function answerNothing(mainPages: DocumentationSearch["mainPages"]): ToolOutcome {
  const notes = [
    "No passage of the documentation answers this question. Ask again with words of the product, or open a page:",
    ...mainPages.map(({ title, url }) => `${title}: ${url}`),
  ];
  return { kind: "answer", text: notes.join("\n"), structured: tableOf([], notes) };
}

function tableOf(found: readonly FoundPassage[], notes: readonly string[]): Readonly<Record<string, unknown>> {
  const rows = found.map(({ title, heading, url, passage }) => [title, heading, url, passage]);
  return { columns: COLUMNS, rows, returned: rows.length, total: rows.length, truncated: false, notes };
}
