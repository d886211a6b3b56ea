import type { CalledTool } from "../clients/tools.ts";
import { type Cell, recordsOf, tableOf } from "./answered-table.ts";

const DAY_MS = 86_400_000;

/** A rule as the REST interface of the manager answers it with `fields(usage())`. */
export interface StoredRule {
  readonly matchId: string;
  readonly ruleNumber: number;
  readonly ruleName: string;
  readonly policy: { readonly displayName: string };
  readonly ndDevice: { readonly id: number };
  readonly hitCount: number;
  readonly lastUsed: string | null;
}

/** What the other interfaces answer in the same run. */
export interface RunFacts {
  readonly rules: ReadonlyMap<string, StoredRule>;
  /** The time at which the estate was loaded, in milliseconds. Every time of the estate is some days before it. */
  readonly loadedAt: number;
  /** The tool server. */
  readonly origin: string;
  /** The pages of the documentation, as a browser shows them, by their addresses without anchors. */
  readonly pages: ReadonlyMap<string, string>;
  /** The sections of the SIQL reference. */
  readonly siqlSections: ReadonlyMap<string, string>;
}

/**
 * Replaces what differs between two runs on the same estate: random ids of rules, times, hits that depend on the day of
 * the week, the port of the tool server, and passages and sections of the documentation, which has tests of its own. A
 * value is replaced only if the manager, the page or the file has the same; any other value stays, and makes the
 * comparison fail.
 */
export function stableAnswer(answer: CalledTool, facts: RunFacts): string {
  const names = replacements(answer, facts);
  const structured = tableOf(answer)
    ? { ...answer.structured, rows: stableRows(answer, names) }
    : replaceTexts(answer.structured, facts);
  const text = tableOf(answer) ? stableText(answer, names) : replaceTexts(answer.text, facts);
  return `${text.replaceAll(facts.origin, "<tool server>")}\n\n${printed(structured).replaceAll(facts.origin, "<tool server>")}\n`;
}

/** Returns for each row what its cells are replaced by. */
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
      // Hits until the day of the load are those of two whole weeks. Others depend on where the weekends are.
      if (column === "hits" && stored?.lastUsed && Date.parse(stored.lastUsed) < dayOf(facts.loadedAt))
        return cell === stored.hitCount ? "<hits of this rule>" : cell;
      if (column === "passage" && typeof cell === "string")
        return isOnPage(cell, facts.pages.get(pageOf(record.url))) ? "<passage of this page>" : cell;
      return typeof cell === "string" ? stableTime(cell, facts.loadedAt) : cell;
    };
  });
}

/** Returns the address of a page without its anchor. */
export const pageOf = (url: Cell | undefined) => String(url).replace(/#.*/, "");

/** Returns whether a page shows the words of a passage, in their order. Pages show Markdown without its marks. */
function isOnPage(passage: string, page = ""): boolean {
  const words = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return words(page).includes(words(passage.replaceAll(/^```.*$/gm, "")));
}

const dayOf = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;

/** Names a time by its distance to the load: the same time of another day, or the midnight of another day. */
function stableTime(text: string, loadedAt: number): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  const time = Date.parse(text);
  const isWhole = time % 1_000 === 0 && !text.includes(".");
  for (const [name, base] of [
    ["midnight of the load", dayOf(loadedAt)],
    ["load", isWhole ? Math.floor(loadedAt / 1_000) * 1_000 : loadedAt],
  ] as const) {
    const days = (time - base) / DAY_MS;
    if (Number.isInteger(days))
      return `<${name}${days === 0 ? "" : ` ${days > 0 ? "+" : "-"} ${Math.abs(days)} days`}>`;
  }
  return text;
}

function stableRows(answer: CalledTool, names: ReturnType<typeof replacements>): readonly (readonly Cell[])[] {
  const { columns = [], rows = [] } = tableOf(answer) ?? {};
  return rows.map((row, place) => row.map((cell, at) => names[place]?.(columns[at] ?? "", cell) ?? cell));
}

/** Replaces the same cells in the text. Its lines of rows, or blocks of passages, are in the order of the rows. */
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
      return [number, ...cells.map((cell, column) => stableCell(cell, columns[column] ?? "", names[at - first]))].join(
        "\t",
      );
    })
    .join("\n");
}

function stableCell(printedCell: string, column: string, name: ReturnType<typeof replacements>[number] | undefined) {
  const cell = column === "hits" && /^\d+$/.test(printedCell) ? Number(printedCell) : printedCell;
  return String(name?.(column, cell) ?? cell);
}

function replaceTexts<Value>(value: Value, { siqlSections }: RunFacts): Value {
  let text = JSON.stringify(value);
  for (const [name, section] of siqlSections)
    text = text.replace(JSON.stringify(section).slice(1, -1), () => `<docs/siql/${name}.md>`);
  return JSON.parse(text);
}

/** Prints a structure with one line a row, so that a difference is easy to see. */
function printed(structured: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(structured).map(([name, value]) => {
    if (!Array.isArray(value) || name === "columns") return `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const lines = value.map((one) => `    ${JSON.stringify(one)}`);
    return `  ${JSON.stringify(name)}: ${lines.length > 0 ? `[\n${lines.join(",\n")}\n  ]` : "[]"}`;
  });
  return `{\n${members.join(",\n")}\n}`;
}
