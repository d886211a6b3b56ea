import type { Rule } from "@network-access/firewall-rules/rule";
import { packRules } from "../src/judging/compiling/pack-rules.ts";
import { bytesOfWords } from "../src/reevaluation/packed-rules-bytes.ts";

/**
 * Returns rules in the packed form in which a change request's latest evaluation is stored, for benchmarks that store
 * latest evaluations themselves.
 */
export function keptRules(rules: readonly Rule[], attempt: number): Uint8Array | null {
  return bytesOfWords(packRules(rules).words, attempt);
}
