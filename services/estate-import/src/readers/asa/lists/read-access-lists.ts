import type { ReadPolicy } from "../../../reader.ts";
import type { Note } from "../../text/not-understood.ts";
import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import type { Families } from "../objects/object-families.ts";
import type { Command } from "../text/commands.ts";
import { redactLine } from "../text/redact-text.ts";
import { readWords } from "../text/word-reader.ts";
import type { ConfigurationNames } from "./configuration-names.ts";
import { readAccessLine } from "./read-access-line.ts";

const MOST_RULES = 50_000;
const LONGEST_COMMENT = 4_096;

export interface AccessList {
  readonly line: number;
  /** The families that the list applies to. An `ipv6 access-list` (before version 9.0) applies to IPv6 only. */
  readonly families: Families;
  readonly rows: ReadPolicy["rows"][number][];
}

type ListsReading =
  | { readonly ok: true; readonly lists: ReadonlyMap<string, AccessList>; readonly notes: readonly Note[] }
  | Refusal;

interface ListInWork extends AccessList {
  lines: number;
  remarks: string[];
}

/** Reads the extended access lists. Other kinds of lists do not decide about traffic through the device. */
export function readAccessLists(commands: readonly Command[], names: ConfigurationNames): ListsReading {
  const lists = new Map<string, ListInWork>();
  const notes: Note[] = [];
  let rules = 0;
  for (const command of commands) {
    const isIpv6 = command.words[0]?.text === "ipv6" && command.words[1]?.text === "access-list";
    if (!isIpv6 && command.words[0]?.text !== "access-list") continue;
    const words = readWords(command, isIpv6 ? 2 : 1);
    const name = words.next();
    if (name === "deny-flow-max" || name === "alert-interval") continue;
    const from = lineStart(command, isIpv6 ? 3 : 2);
    const kind = command.words[from]?.text;
    if (kind === "standard" || kind === "webtype" || kind === "ethertype") continue;
    if (!isIpv6 && kind !== "extended" && kind !== "remark" && kind !== "permit" && kind !== "deny")
      return refuseAt(command.line, `the list ${shown(name)} is of no known kind`);

    const families = isIpv6 ? { 4: false, 6: true } : names.any;
    const list = lists.get(name) ?? { line: command.line, families, rows: [], lines: 0, remarks: [] };
    lists.set(name, list);
    list.lines++;
    if (kind === "remark") {
      list.remarks.push(remarkOf(command, from));
      continue;
    }
    if (++rules > MOST_RULES) return refuseAt(command.line, `the configuration has more than ${MOST_RULES} rules`);
    const comment = list.remarks.join("\n").slice(0, LONGEST_COMMENT);
    list.remarks = [];
    const place = { number: list.lines, comment };
    const read = readAccessLine(command, kind === "extended" ? from + 1 : from, place, { ...names, any: families });
    if (!read.ok) return read;
    list.rows.push(read.row);
    notes.push(...read.notes);
  }
  // Standard lists are not read, but their remarks are. Such a remark creates a list without rows. Lists without rows
  // are left out, because they decide nothing.
  return { ok: true, lists: new Map([...lists].filter(([, { rows }]) => rows.length > 0)), notes };
}

/** Returns the position after "line N". */
function lineStart({ words }: Command, at: number): number {
  return words[at]?.text === "line" ? at + 2 : at;
}

function remarkOf({ words }: Command, from: number): string {
  const text = words
    .slice(from + 1)
    .map((word) => word.text)
    .join(" ");
  return redactLine(`description ${text}`).slice("description ".length);
}
