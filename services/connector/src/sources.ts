import { aws } from "./readers/aws.ts";
import { azure } from "./readers/azure.ts";
import { csv } from "./readers/csv.ts";
import { kubernetes } from "./readers/kubernetes.ts";
import { nmap } from "./readers/nmap.ts";
import type { Source, SourceFlag } from "./source.ts";

/** Every source, in the order of the help. A new source is a file in `readers/` and a line here. */
export const sources: readonly Source[] = [aws, azure, kubernetes, nmap, csv];

/** Sources that take a flag. */
export function sourcesWith(flag: SourceFlag): readonly Source[] {
  return sources.filter(({ flags }) => flags.includes(flag));
}

/** "aws, csv" */
export function namesOf(listed: readonly Source[]): string {
  return listed.map(({ name }) => name).join(", ");
}
