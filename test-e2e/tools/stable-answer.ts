import type { CalledTool } from "../clients/tools.ts";
import { type Cell, recordsOf, tableOf } from "./answered-table.ts";

/** A rule in the form in which the manager's REST interface returns it for a query with `fields(usage())`. */
export interface StoredRule {
  readonly matchId: string;
  readonly ruleNumber: number;
  readonly ruleName: string;
  readonly policy: { readonly displayName: string };
  readonly ndDevice: { readonly id: number };
}

/** What other interfaces return in the same run. */
export interface RunFacts {
  readonly rules: ReadonlyMap<string, StoredRule>;
  /** The origin of the tool server's URL. */
  readonly origin: string;
  /**
   * The text of each page of the documentation to which the answer links, as a browser shows it. The key is the address
   * of the page without its anchor.
   */
  readonly pages: ReadonlyMap<string, string>;
  /** The sections of the SIQL reference. */
  readonly siqlSections: ReadonlyMap<string, string>;
}

/**
 * Replaces values that can differ between two runs on the same estate: random rule ids, the port of the tool server,
 * and documentation texts, which have their own tests. An id or text is replaced only if the security manager, the
 * documentation page or the SIQL reference returns the same id or text in this run. A wrong value therefore stays in
 * the answer, and the comparison fails.
 */
export function stableAnswer(answer: CalledTool, facts: RunFacts): string {
  const names = replacements(answer, facts);
  const structured = tableOf(answer)
    ? { ...answer.structured, rows: stableRows(answer, names) }
    : replaceTexts(answer.structured, facts);
  const text = tableOf(answer) ? stableText(answer, names) : replaceTexts(answer.text, facts);
  return `${text.replaceAll(facts.origin, "<tool server>")}\n\n${printed(structured).replaceAll(facts.origin, "<tool server>")}\n`;
}

/**
 * Returns one function for each table row. Given a column name and a cell's value, the function returns a placeholder
 * for a correct rule id or passage, and otherwise the value itself.
 */
function replacements(answer: CalledTool, facts: RunFacts): readonly ((column: string, cell: Cell) => Cell)[] {
  if (!tableOf(answer)) return [];
  return recordsOf(answer).map((record) => {
    const stored = typeof record.ruleId === "string" ? facts.rules.get(record.ruleId) : undefined;
    const isSame =
      stored !== undefined &&
      stored.ndDevice.id === record.deviceId &&
      stored.policy.displayName === record.policy &&
      stored.ruleNumber === record.number &&
      stored.ruleName === record.name;
    return (column, cell) => {
      if (column === "ruleId") return isSame ? "<id of this rule>" : cell;
      if (column === "passage" && typeof cell === "string")
        return isOnPage(cell, facts.pages.get(pageOf(record.url))) ? "<passage of this page>" : cell;
      return cell;
    };
  });
}

/** Returns the address of a page without its anchor. */
export const pageOf = (url: Cell | undefined) => String(url).replace(/#.*/, "");

/** Returns whether a page shows the words of a passage, in the same order. A page shows Markdown without its markup. */
function isOnPage(passage: string, page = ""): boolean {
  const words = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return words(page).includes(words(passage.replaceAll(/^```.*$/gm, "")));
}

function stableRows(answer: CalledTool, names: ReturnType<typeof replacements>): readonly (readonly Cell[])[] {
  const { columns = [], rows = [] } = tableOf(answer) ?? {};
  return rows.map((row, place) => row.map((cell, at) => names[place]?.(columns[at] ?? "", cell) ?? cell));
}

/**
 * Makes the same replacements in the text of an answer as in its structured content. The text lists the rows or
 * passages in the same order as the structured content.
 */
function stableText(answer: CalledTool, names: ReturnType<typeof replacements>): string {
  const { columns = [], rows = [] } = tableOf(answer) ?? {};
  if (columns.includes("passage"))
    return rows.reduce<string>((text, row, place) => {
      const passage = String(row[columns.indexOf("passage")]);
      return text.replace(passage, () => String(names[place]?.("passage", passage)));
    }, answer.text);
  const lines = answer.text.split("\n");
  const first = lines.length - rows.length;
  return lines
    .map((line, at) => {
      if (at < first) return line;
      const [number, ...cells] = line.split("\t");
      return [number, ...cells.map((cell, column) => names[at - first]?.(columns[column] ?? "", cell) ?? cell)].join(
        "\t",
      );
    })
    .join("\n");
}

function replaceTexts<Value>(value: Value, { siqlSections }: RunFacts): Value {
  let text = JSON.stringify(value);
  for (const [name, section] of siqlSections)
    text = text.replace(JSON.stringify(section).slice(1, -1), () => `<docs/siql/${name}.md>`);
  return JSON.parse(text);
}

/** Prints structured content with one line for each row, so that differences are easy to see. */
function printed(structured: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(structured).map(([name, value]) => {
    if (!Array.isArray(value) || name === "columns") return `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const lines = value.map((one) => `    ${JSON.stringify(one)}`);
    return `  ${JSON.stringify(name)}: ${lines.length > 0 ? `[\n${lines.join(",\n")}\n  ]` : "[]"}`;
  });
  return `{\n${members.join(",\n")}\n}`;
}
