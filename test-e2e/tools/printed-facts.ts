import type { CalledTool } from "../clients/tools.ts";
import { tableOf } from "./answered-table.ts";

/**
 * Returns the text that an answer with this structured content must have. For a table, the text consists of its notes,
 * columns and rows. For the SIQL reference, it consists of the sections. Returns undefined for other structured
 * content, because the text then consists of sentences.
 */
export function printedFacts({ structured, ...answer }: CalledTool): string | undefined {
  if (Array.isArray(structured.sections)) {
    const texts = structured.sections.map(({ text }: { text: string }) => text);
    const omitted = structured.omitted.join(", ");
    return [...texts, ...(omitted ? [`Not shown, ask for them in another call: ${omitted}.`] : [])].join("\n\n");
  }
  const table = tableOf({ structured, ...answer });
  if (!table) return undefined;
  const { columns, rows, notes } = table;
  if (columns.includes("passage")) return printedPassages(rows as readonly string[][], notes);
  const head = rows.length > 0 ? [["#", ...columns].join("\t")] : [];
  return [...notes, ...head, ...rows.map((row, place) => [place + 1, ...row.map(String)].join("\t"))].join("\n");
}

function printedPassages(rows: readonly string[][], notes: readonly string[]): string {
  if (rows.length === 0) return notes.join("\n");
  const blocks = rows.map(
    ([title, heading, url, passage], place) =>
      `${place + 1}. ${heading === title ? title : `${title} > ${heading}`}\n${url}\n\n${passage}`,
  );
  return [...blocks, ...notes].join("\n\n---\n\n");
}
