import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the line with which a decision record names a breaking change. */
export const breaksLine = (sentence: string) => `Breaks: ${sentence}`;

/** Returns every breaking change that a decision record in `folder` names. */
export function readNamedBreaks(folder: string): ReadonlySet<string> {
  const records = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
  return new Set(records.flatMap((name) => namedIn(readFileSync(join(folder, name), "utf8"))));
}

function namedIn(record: string): string[] {
  return [...record.matchAll(/^(?:- )?Breaks: (.+?)\s*$/gm)].map(([, sentence = ""]) => sentence);
}
