import type { Rule } from "@network-access/firewall-rules/rule";
import { packRules } from "../src/judging/compiling/pack-rules.ts";
import { bytesOfWords } from "../src/reevaluation/packed-rules-bytes.ts";

/** Returns the packed rules of a latest evaluation, for benchmarks that write such records themselves. */
export function keptRules(rules: readonly Rule[], attempt: number): Uint8Array | null {
  return bytesOfWords(packRules(rules).words, attempt);
}
