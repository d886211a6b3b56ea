import type { Rule } from "@network-access/firewall-rules/rule";
import { packRules } from "../src/judging/compiling/pack-rules.ts";
import { bytesOfWords } from "../src/reevaluation/packed-rules-bytes.ts";

/** The rules as they are kept with their judging, for benchmarks that write judgings themselves. */
export function keptRules(rules: readonly Rule[], attempt: number): Uint8Array | null {
  return bytesOfWords(packRules(rules).words, attempt);
}
