import type { Rule } from "@network-access/firewall-rules/rule";
import type { BoundaryDefinition } from "./boundary-definition.ts";
import { type BoundarySet, buildBoundarySet, isBoundarySet } from "./boundary-set.ts";
import { compileRule } from "./compile-rule.ts";
import { evaluate } from "./evaluate.ts";
import type { Judgement } from "./judgement.ts";
import { requestFindings } from "./request-findings.ts";
import type { Resolution } from "./resolved.ts";
import { type ScoreSettings, summarise } from "./summarise.ts";

/** The part of a change request that is judged. Rule ids are unique in it. */
export interface JudgedRequest {
  readonly rules: readonly Rule[];
  readonly projectId: string;
}

/**
 * Judges a request against boundaries. Pure: the same arguments always give the same judgement.
 * A `BoundarySet` was compiled with the boundaries' part of the resolution; definitions are compiled here.
 */
export function judge(
  request: JudgedRequest,
  boundaries: readonly BoundaryDefinition[] | BoundarySet,
  resolution: Resolution,
  settings: ScoreSettings,
): Judgement {
  const set = isBoundarySet(boundaries) ? boundaries : buildBoundarySet(boundaries, resolution);
  const rules = request.rules.map((rule) => compileRule(rule, resolution));
  const evaluation = evaluate(rules, set, request.projectId);
  const findings = requestFindings(rules, evaluation.covers);
  return summarise(rules, evaluation, findings, settings);
}
