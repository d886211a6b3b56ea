import { aws } from "./readers/aws.ts";
import { azure } from "./readers/azure.ts";
import { csv } from "./readers/csv.ts";
import { kubernetes } from "./readers/kubernetes.ts";
import { nmap } from "./readers/nmap.ts";
import type { Source, SourceFlag } from "./source.ts";

/** All sources, in the order of the help. A new source needs a file in `readers/` and an entry here. */
export const sources: readonly Source[] = [aws, azure, kubernetes, nmap, csv];

/** Returns the sources that accept a flag. */
export function sourcesWith(flag: SourceFlag): readonly Source[] {
  return sources.filter(({ flags }) => flags.includes(flag));
}

/** Joins names with commas: "aws, csv". */
export function namesOf(listed: readonly Source[]): string {
  return listed.map(({ name }) => name).join(", ");
}
