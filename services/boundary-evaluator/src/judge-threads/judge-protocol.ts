import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { JudgedRequest } from "../judging/judge.ts";
import type { ScoreSettings } from "../judging/matching/summarise.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { Judgement } from "../judging/model/judgement.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";
import type { SuggestedRule } from "../judging/suggesting/suggest-rules.ts";

/** An answer whose addresses the thread has cached by hash. */
export type ResolvedByHash =
  | Exclude<Resolved, { outcome: "resolved" }>
  | Omit<Extract<Resolved, { outcome: "resolved" }>, "addresses">;

/** By reference. */
export type AnswersByHash = readonly (readonly [reference: string, ResolvedByHash])[];

/** To a judge or preview thread, which caches it until "clear". */
export type Transferred =
  | { readonly kind: "cache-boundaries"; readonly boundaries: readonly (readonly [key: string, BoundaryDefinition])[] }
  | { readonly kind: "cache-addresses"; readonly hash: string; readonly addresses: AddressSet }
  | {
      readonly kind: "cache-set";
      readonly hash: string;
      readonly boundaryKeys: readonly string[];
      readonly references: readonly string[];
    }
  | { readonly kind: "clear" };

/** To a judge thread. */
export type ToJudgeThread =
  | Transferred
  | (WantedWork & {
      readonly request: JudgedRequest;
      readonly setHash: string;
      readonly answers: AnswersByHash;
      readonly settings: ScoreSettings;
    });

/** The work of one message. */
export type WantedWork = { readonly kind: "judge" } | { readonly kind: "suggest"; readonly forMs: number };

/** What a judge thread sends: one answer for each "judge" or "suggest", in order. */
export type FromJudgeThread =
  | { readonly kind: "judged"; readonly judgement: Judgement }
  | { readonly kind: "suggested"; readonly rules: readonly SuggestedRule[] }
  | { readonly kind: "failed"; readonly message: string };

/** Answers for a thread that has cached the address lists. */
export function answersByHash(resolution: Resolution): AnswersByHash {
  return [...resolution].map(([reference, resolved]) => {
    if (resolved.outcome !== "resolved") return [reference, resolved] as const;
    const { addresses: _, ...byHash } = resolved;
    return [reference, byHash] as const;
  });
}
