import { type Refusal, refuseAt } from "../../text/refusal.ts";

/** A word of a command. Columns count from 1. */
interface Word {
  readonly text: string;
  readonly column: number;
}

/** A line of the configuration, with the indented lines below it. */
export interface Command {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
  readonly words: readonly Word[];
  readonly body: readonly Command[];
}

type CommandsReading = { readonly ok: true; readonly commands: readonly Command[] } | Refusal;

const LONGEST_LINE = 65_536;

/** Splits a configuration into its commands. Comments and empty lines are left out. */
export function splitCommands(text: string): CommandsReading {
  const commands: (Command & { readonly body: Command[] })[] = [];
  const lines = text.split("\n");
  for (const [at, raw] of lines.entries()) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line.length > LONGEST_LINE) return refuseAt(at + 1, `the line has more than ${LONGEST_LINE} characters`);
    if (line.includes("\0")) return refuseAt(at + 1, "the file is not text");
    if (line.includes("<--- More --->"))
      return refuseAt(at + 1, 'the configuration was printed in pages; print it again after "terminal pager 0"');
    const words = [...line.matchAll(/\S+/g)].map((match) => ({ text: match[0], column: match.index + 1 }));
    const [first] = words;
    if (!first || first.text.startsWith("!") || line.startsWith(":")) continue;
    const command = { line: at + 1, text: line.trim(), words, body: [] };
    const owner = line.startsWith(" ") ? commands.at(-1)?.body : undefined;
    (owner ?? commands).push(command);
  }
  if (lines.some((line) => line.startsWith(": Saved")) && !lines.some((line) => line.startsWith(": end")))
    return refuseAt(lines.length, 'the file is cut off: it begins with ": Saved" and has no ": end"');
  return { ok: true, commands };
}
