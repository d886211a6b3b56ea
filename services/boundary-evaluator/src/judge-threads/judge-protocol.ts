import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { JudgedRequest } from "../judging/judge.ts";
import type { ScoreSettings } from "../judging/matching/decide-state.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { Judgement } from "../judging/model/judgement.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";
import type { SuggestedRule } from "../judging/suggesting/suggest-rules.ts";

/** A lookup result without its addresses. The thread finds the addresses in its cache by the `hash` of the result. */
export type ResolvedByHash =
  | Exclude<Resolved, { outcome: "resolved" }>
  | Omit<Extract<Resolved, { outcome: "resolved" }>, "addresses">;

/** The results of lookups, by reference. */
export type AnswersByHash = readonly (readonly [reference: string, ResolvedByHash])[];

/** A message whose content a judge or preview thread caches until it receives the message "clear". */
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

/** A message to a judge thread. */
export type ToJudgeThread =
  | Transferred
  | (WantedWork & {
      readonly request: JudgedRequest;
      readonly setHash: string;
      readonly answers: AnswersByHash;
      readonly settings: ScoreSettings;
    });

/** The work that one message requests. */
export type WantedWork = { readonly kind: "judge" } | { readonly kind: "suggest"; readonly forMs: number };

/**
 * A message from a judge thread. The thread sends one such message for each "judge" or "suggest" message that it
 * receives, in the order of those messages.
 */
export type FromJudgeThread =
  | { readonly kind: "judged"; readonly judgement: Judgement }
  | { readonly kind: "suggested"; readonly rules: readonly SuggestedRule[] }
  | { readonly kind: "failed"; readonly message: string };

/** Returns the results of lookups without their addresses, for a thread that has cached the addresses. */
export function answersByHash(resolution: Resolution): AnswersByHash {
  return [...resolution].map(([reference, resolved]) => {
    if (resolved.outcome !== "resolved") return [reference, resolved] as const;
    const { addresses: _, ...byHash } = resolved;
    return [reference, byHash] as const;
  });
}
