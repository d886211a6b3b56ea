import type { Rule } from "@network-access/firewall-rules/rule";
import { packRules } from "../src/judging/compiling/pack-rules.ts";
import { bytesOfWords } from "../src/reevaluation/packed-rules-bytes.ts";

/**
 * Packs rules as the latest evaluation of a change request stores them. Benchmarks use this function for latest
 * evaluations that they insert into the database themselves.
 */
export function keptRules(rules: readonly Rule[], attempt: number): Uint8Array | null {
  return bytesOfWords(packRules(rules).words, attempt);
}
