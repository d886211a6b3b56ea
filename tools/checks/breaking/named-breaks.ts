import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The line that names a break in a decision record. */
export const breaksLine = (sentence: string) => `Breaks: ${sentence}`;

/** Returns every break that a record in the folder names. */
export function readNamedBreaks(folder: string): ReadonlySet<string> {
  const records = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
  return new Set(records.flatMap((name) => namedIn(readFileSync(join(folder, name), "utf8"))));
}

function namedIn(record: string): string[] {
  return [...record.matchAll(/^(?:- )?Breaks: (.+?)\s*$/gm)].map(([, sentence = ""]) => sentence);
}
