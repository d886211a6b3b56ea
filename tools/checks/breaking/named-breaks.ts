import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How a decision record names a break, on a line of its own. */
export const breaksLine = (sentence: string) => `Breaks: ${sentence}`;

/** Every break that some record in a folder names. */
export function readNamedBreaks(folder: string): ReadonlySet<string> {
  const records = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
  return new Set(records.flatMap((name) => namedIn(readFileSync(join(folder, name), "utf8"))));
}

function namedIn(record: string): string[] {
  return [...record.matchAll(/^(?:- )?Breaks: (.+?)\s*$/gm)].map(([, sentence = ""]) => sentence);
}
