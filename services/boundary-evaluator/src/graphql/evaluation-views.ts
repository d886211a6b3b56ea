import { flatRule } from "@network-access/firewall-rules/change-request-text";
import type { EvaluatedDraft } from "../evaluations/evaluate-draft.ts";
import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import { storableScore } from "../evaluations/score.ts";
import { type ResultsShown, showResults } from "../evaluations/show-results.ts";
import type { ContentStore } from "../inputs/content-store.ts";
import { type JudgedFinding, type JudgedResult, type Message, saysSomething } from "../judging/model/judgement.ts";
import type { EvaluatorContext } from "./evaluator-context.ts";

export interface EvaluationViewNeeds {
  readonly contents: Pick<ContentStore, "read">;
  /**
   * Returns the digest that a caller gets instead of a hash if the caller may not see the hashed addresses
   * (address-digest.ts).
   */
  readonly digestOf: (hash: string) => string;
}

interface ResultArguments {
  readonly show?: ResultsShown | null;
}
type Views = ReturnType<typeof evaluationViews>;
/** The evaluation of a draft as the GraphQL API shows it. */
export type DraftView = ReturnType<Views["draft"]>;
/** A recorded evaluation as the GraphQL API shows it. */
export type SavedView = ReturnType<Views["saved"]>;
/**
 * The fields that this subgraph adds to a change request. `results` and `findings` are null until an evaluation is
 * recorded.
 */
export interface EvaluatedRequestView {
  readonly evaluationId: string;
  readonly results: SavedView["results"] | null;
  readonly findings: SavedView["findings"] | null;
}

/**
 * Creates the functions that convert evaluations to what the caller may see:
 * - Without boundary:view, a caller sees no relations of rules to boundaries, no suggested rules, and no groups or
 *   items to which only boundaries refer. Messages then contain no addresses except those in the request.
 * - Without group:view, a caller receives a digest instead of the hash of a group's addresses.
 * - Without inventory:view, a caller receives a digest instead of the hash of an item's addresses.
 */
export function evaluationViews({ contents, digestOf }: EvaluationViewNeeds) {
  return {
    draft({ judgement, suggestedRules }: EvaluatedDraft) {
      const { state, stateReason, score, results, findings } = judgement;
      return {
        state,
        stateReason: (_: unknown, context: EvaluatorContext) => textFor(context, stateReason),
        score: storableScore(score),
        results: ({ show }: ResultArguments, context: EvaluatorContext) =>
          results
            .filter((result) => show !== "Touched" || saysSomething(result))
            .map((result) => resultFor(context, result)),
        findings: (_: unknown, context: EvaluatorContext) => findings.map((finding) => findingFor(context, finding)),
        suggestedRules: async (_: unknown, { caller }: EvaluatorContext) =>
          caller.may("boundary:view") ? (await suggestedRules()).map(flatRule) : [],
      };
    },

    saved(record: EvaluationRecord) {
      return {
        revision: record.revision,
        evaluatedAt: record.evaluatedAt,
        state: record.state,
        stateReason: (_: unknown, context: EvaluatorContext) => textFor(context, record.stateReason),
        score: record.score,
        results: async ({ show }: ResultArguments, context: EvaluatorContext) => {
          const details = await context.loaders.details.load(record);
          const results = await showResults(contents, record, details, show ?? "All");
          return results.map((result) => resultFor(context, result));
        },
        findings: async (_: unknown, context: EvaluatorContext) => {
          const { findings } = await context.loaders.details.load(record);
          return findings.map((finding) => findingFor(context, finding));
        },
        resolved: async (_: unknown, context: EvaluatorContext) => {
          const { resolved } = await context.loaders.details.load(record);
          const seesAll = context.caller.may("boundary:view");
          return resolved.flatMap((reference) => {
            const { outcome, ofRequest, itemKey } = reference;
            if (outcome !== "resolved" && outcome !== "empty") return [];
            if (!seesAll && !ofRequest) return [];
            const seesAddresses = context.caller.may(itemKey === null ? "group:view" : "inventory:view");
            return [seesAddresses ? reference : { ...reference, hash: digestOf(reference.hash) }];
          });
        },
      };
    },
  };
}

function resultFor(context: EvaluatorContext, result: JudgedResult) {
  return {
    ...result,
    message: result.message && textFor(context, result.message),
    rules: context.caller.may("boundary:view") ? result.rules : null,
  };
}

function findingFor(context: EvaluatorContext, finding: JudgedFinding) {
  return { ...finding, message: textFor(context, finding.message) };
}

function textFor({ caller }: EvaluatorContext, { full, withoutAddresses }: Message): string {
  return caller.may("boundary:view") ? full : withoutAddresses;
}
