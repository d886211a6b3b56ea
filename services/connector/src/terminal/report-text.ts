import type { Discovery, FoundCell } from "../discover.ts";
import type { PlannedRun } from "../plan-discovery.ts";
import type { Reason } from "../reasons.ts";
import type { SentDiscovery } from "../send-discovery.ts";
import { counted, withCommas } from "./progress-text.ts";

const MOST_REASONS = 10;
const MOST_NAMES = 3;

/**
 * Returns lines that say what each file contains, and which records are not sent or are sent without some of their
 * members.
 */
export function discoveryText({ files, problems, notes }: Discovery): string[] {
  const read = files.map(({ name, counts }) => {
    const found = [...counts].map(([typeName, count]) => `${withCommas(count)} × ${typeName}`);
    return `  ${name}: ${found.join(", ") || "no items"}`;
  });
  return [...short(read), ...reasonsText("Could not be used", problems), ...reasonsText("Notes", notes)];
}

/**
 * Returns lines that say from which types, regions and accounts missing items will be removed. Further lines give the
 * reasons why other types, regions and accounts are not cleaned up.
 */
export function planText(cells: readonly FoundCell[], runs: readonly PlannedRun[], cleansUp: boolean): string[] {
  if (!cleansUp) return ["Nothing will be removed."];
  const cleaned = runs.filter(({ scope }) => scope !== undefined);
  const whole = cleaned.map((run) => `  ${runText(cells, run)}`);
  const inRuns = new Set(cleaned.flatMap((run) => [...run.cells]));
  const reasons = Map.groupBy(
    cells.filter((_, number) => !inRuns.has(number)),
    ({ partial }) => partial?.why ?? "the files show no item there, and a clean-up never removes everything",
  );
  const leftAlone = [...reasons].map(([why, left]) => `  ${typesIn(left)} in ${placesIn(left)}: ${why}`);
  return [
    ...(whole.length === 0 ? [] : ["Items that are missing will be removed from"]),
    ...short(whole),
    ...(leftAlone.length === 0 ? [] : ["Not cleaned up:"]),
    ...short(leftAlone),
  ];
}

export function sentText(cells: readonly FoundCell[], sent: SentDiscovery): string[] {
  const { accepted, unchanged, rejected, cleanedUp, doneBefore } = sent;
  return [
    `Uploaded: ${withCommas(accepted)} accepted (new or changed), ${withCommas(unchanged)} unchanged, ${withCommas(rejected)} rejected`,
    ...(doneBefore === 0 ? [] : [`Completed before: ${counted(doneBefore, "run")}`]),
    ...reasonsText("Rejected", sent.rejections),
    ...(cleanedUp ? [`Cleaned up: ${withCommas(cleanedUp.removed)} removed, ${withCommas(cleanedUp.kept)} kept`] : []),
    ...short(sent.leftAsTheyAre.map(({ run, why }) => `Not cleaned up: ${runText(cells, run)}: ${why}`)),
  ];
}

export function reasonsText(title: string, reasons: readonly Reason[]): string[] {
  if (reasons.length === 0) return [];
  const lines = reasons.map(({ message, count, examples }) => {
    const more = count > examples.length ? ", ..." : "";
    return `  ${withCommas(count)} × ${message} (${examples.join("; ")}${more})`;
  });
  return [`${title}:`, ...short(lines)];
}

function runText(cells: readonly FoundCell[], { cells: numbers }: PlannedRun): string {
  const own = cells.filter((_, number) => numbers.has(number));
  return `${typesIn(own)} in ${placesIn(own)}`;
}

function typesIn(cells: readonly FoundCell[]): string {
  return names(cells.map(({ typeName }) => typeName));
}

function placesIn(cells: readonly FoundCell[]): string {
  return `${names(cells.map(({ region }) => region))} of ${names(cells.map((cell) => cell.cloudAccountId ?? cell.accountId))}`;
}

function names(all: readonly string[]): string {
  const once = [...new Set(all)];
  const more = once.length > MOST_NAMES ? ` and ${once.length - MOST_NAMES} more` : "";
  return `${once.slice(0, MOST_NAMES).join(", ")}${more}`;
}

function short(lines: readonly string[]): string[] {
  if (lines.length <= MOST_REASONS) return [...lines];
  return [...lines.slice(0, MOST_REASONS), `  ... and ${lines.length - MOST_REASONS} more`];
}
