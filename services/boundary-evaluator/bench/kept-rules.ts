import type { Rule } from "@network-access/firewall-rules/rule";
import { packRules } from "../src/judging/compiling/pack-rules.ts";
import { bytesOfWords } from "../src/reevaluation/packed-rules-bytes.ts";

/**
 * Packs rules in the form in which a change request's latest evaluation stores them, for benchmarks that insert latest
 * evaluations into the database themselves.
 */
export function keptRules(rules: readonly Rule[], attempt: number): Uint8Array | null {
  return bytesOfWords(packRules(rules).words, attempt);
}
