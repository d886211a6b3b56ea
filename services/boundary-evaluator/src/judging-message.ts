import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { BoundaryDefinition } from "./judging/boundary-definition.ts";
import type { JudgedRequest } from "./judging/judge.ts";
import type { Judgement } from "./judging/judgement.ts";
import type { Resolved } from "./judging/resolved.ts";
import type { ScoreSettings } from "./judging/summarise.ts";

/** An answer whose addresses the thread holds by hash. */
export type ResolvedByHash =
  | Exclude<Resolved, { outcome: "resolved" }>
  | Omit<Extract<Resolved, { outcome: "resolved" }>, "addresses">;

/** To a judging thread. What it has been given it holds until it is told to forget. */
export type ToJudgingThread =
  | { readonly kind: "hold-boundaries"; readonly boundaries: readonly (readonly [key: string, BoundaryDefinition])[] }
  | { readonly kind: "hold-addresses"; readonly hash: string; readonly addresses: AddressSet }
  | {
      readonly kind: "hold-set";
      readonly hash: string;
      readonly boundaryKeys: readonly string[];
      readonly references: readonly string[];
    }
  | { readonly kind: "forget" }
  | {
      readonly kind: "judge";
      readonly request: JudgedRequest;
      readonly setHash: string;
      readonly answers: readonly (readonly [reference: string, ResolvedByHash])[];
      readonly settings: ScoreSettings;
    };

/** From a judging thread: one answer per "judge", in order. */
export type FromJudgingThread =
  | { readonly kind: "judged"; readonly judgement: Judgement }
  | { readonly kind: "failed"; readonly message: string };
