import { type ChangeRequestInput, parseChangeRequest } from "@network-access/firewall-rules/parse-change-request";
import type { Failure } from "@network-access/service-runtime/failure";
import type { Gathered, GatheredFor } from "./gather.ts";
import type { JudgeGathered } from "./judge-gathered.ts";
import type { Judgement } from "./judging/judgement.ts";

/** All that a draft may use: nothing here counts, stores or sends. */
export interface EvaluateDraftNeeds {
  gather(request: GatheredFor): Promise<Gathered>;
  readonly judge: JudgeGathered;
}

/** Judges a change request that is not stored. */
export async function evaluateDraft(
  { gather, judge }: EvaluateDraftNeeds,
  input: ChangeRequestInput,
  signal?: AbortSignal,
): Promise<{ readonly ok: true; readonly judgement: Judgement } | { readonly ok: false; readonly failure: Failure }> {
  const parsed = parseChangeRequest(input);
  if (!parsed.ok) return { ok: false, failure: { kind: "invalid-input", fields: parsed.fields } };
  const gathered = await gather(parsed.text);
  return { ok: true, judgement: await judge(parsed.text, gathered, signal) };
}
