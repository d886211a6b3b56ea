import type { ChangeRequestRule, ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import { type ChangeRequestInput, parseChangeRequest } from "@network-access/firewall-rules/parse-change-request";
import type { Failure } from "@network-access/service-runtime/failure";
import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { JudgeRunner } from "../judge-threads/judge-runner.ts";
import type { Judgement } from "../judging/model/judgement.ts";
import type { SuggestedRule } from "../judging/suggesting/suggest-rules.ts";

/**
 * The functions and settings that evaluateDraft needs. None of the functions stores anything, counts a use or notifies
 * another service.
 */
export interface EvaluateDraftNeeds extends JudgeRunner {
  collectInputs(request: EvaluatedRequest): Promise<EvaluationInputs>;
  /** The deadline of the whole evaluation, in milliseconds. */
  readonly withinMs: number;
}

export interface EvaluatedDraft {
  readonly judgement: Judgement;
  /** Starts the search for suggested rules, and returns the rules that it finds in time. */
  suggestedRules(): Promise<readonly ChangeRequestRule[]>;
}

/** The search for suggested rules may take at most this share of `withinMs`. */
const SUGGESTING_SHARE = 0.2;
/**
 * The search for suggested rules is aborted when this share of `withinMs` has passed since the evaluation began. The
 * remaining time is for the response.
 */
const SUGGESTED_BY = 0.8;

/** Evaluates a change request that is not stored. */
export async function evaluateDraft(
  { collectInputs, judge, suggest, withinMs }: EvaluateDraftNeeds,
  input: ChangeRequestInput,
  signal?: AbortSignal,
): Promise<{ readonly ok: true; readonly draft: EvaluatedDraft } | { readonly ok: false; readonly failure: Failure }> {
  const began = performance.now();
  const parsed = parseChangeRequest(input);
  if (!parsed.ok) return { ok: false, failure: { kind: "invalid-input", fields: parsed.fields } };
  const { text } = parsed;
  const inputs = await collectInputs(text);
  const judgement = await judge(text, inputs, signal);

  async function suggestedRules(): Promise<ChangeRequestRule[]> {
    const leftMs = Math.floor(withinMs * SUGGESTED_BY - (performance.now() - began));
    if (leftMs <= 0) return [];
    const late = AbortSignal.timeout(leftMs);
    try {
      const forMs = Math.min(withinMs * SUGGESTING_SHARE, leftMs / 2);
      const suggested = await suggest(text, inputs, forMs, signal ? AbortSignal.any([signal, late]) : late);
      return suggested.map((rule) => withTexts(rule, text));
    } catch (error) {
      // The search ran out of time, so the response has the verdict without suggestions.
      if (late.aborted && !signal?.aborted) return [];
      throw error;
    }
  }
  return { ok: true, draft: { judgement, suggestedRules } };
}

/** Adds the texts of the original rule to a suggested rule. If a side has changed, its description is left out. */
function withTexts({ of, rule }: SuggestedRule, { rules }: ChangeRequestText): ChangeRequestRule {
  const whole = rules.find(({ id }) => id === of);
  const texts = { ...whole?.texts };
  for (const side of ["sources", "destinations", "services"] as const)
    if (JSON.stringify(rule[side]) !== JSON.stringify(whole?.[side])) delete texts[`${side}Description`];
  return { ...rule, texts };
}
