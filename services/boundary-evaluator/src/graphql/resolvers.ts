import { canBeId } from "@network-access/firewall-rules/parse-boundary";
import type { CompleteResolvers } from "@network-access/service-runtime/complete-resolvers";
import type { BoundaryStore } from "../boundaries/boundary-store.ts";
import { type DeleteBoundaryNeeds, deleteBoundary } from "../boundaries/delete-boundary.ts";
import { listBoundaries } from "../boundaries/list-boundaries.ts";
import { type SaveBoundaryNeeds, saveBoundary } from "../boundaries/save-boundary.ts";
import { type EvaluateDraftNeeds, evaluateDraft } from "../evaluations/evaluate-draft.ts";
import type { EvaluationStore } from "../evaluations/evaluation-store.ts";
import { type PreviewBoundaryNeeds, previewBoundary } from "../previews/preview-boundary.ts";
import { boundaryFields } from "./boundary-fields.ts";
import { type EvaluationViewNeeds, evaluationViews } from "./evaluation-views.ts";
import { demand, errorOf } from "./evaluator-context.ts";
import { type IntegrationNeeds, integrationFields } from "./integration-fields.ts";
import type { Resolvers, ResolversParentTypes } from "./resolver-types.generated.ts";

/**
 * The dependencies of all resolvers of this subgraph. Operations on drafts receive only `draft`, and previews receive
 * only `preview`.
 */
export interface ResolverNeeds {
  readonly draft: EvaluateDraftNeeds;
  readonly preview: PreviewBoundaryNeeds;
  readonly boundaries: BoundaryStore;
  readonly boundaryChanges: SaveBoundaryNeeds & DeleteBoundaryNeeds;
  readonly evaluations: Pick<EvaluationStore, "findNewest">;
  readonly views: EvaluationViewNeeds;
  readonly integrations: IntegrationNeeds;
}

/**
 * Creates the resolvers of this subgraph. A field that only returns a property of its parent object has no resolver
 * here. Each resolver of a query or mutation first checks the caller's permission and then calls one operation.
 */
export function createResolvers(needs: ResolverNeeds): CompleteResolvers<Resolvers, ResolversParentTypes> {
  const { draft, preview, boundaries, boundaryChanges, evaluations } = needs;
  const views = evaluationViews(needs.views);
  const integrations = integrationFields(needs.integrations);
  return {
    Query: {
      async evaluateChangeRequest(_, { input }, context) {
        demand(context, "change-request:view");
        const evaluated = await evaluateDraft(draft, input, context.signal);
        if (!evaluated.ok) throw errorOf(evaluated.failure);
        return views.draft(evaluated.draft);
      },
      async changeRequestEvaluation(_, { id, revision }, context) {
        demand(context, "change-request:view");
        const record = canBeId(id) ? await evaluations.findNewest(id, revision) : null;
        return record && views.saved(record);
      },
      boundary(_, { id, revision }, context) {
        demand(context, "boundary:view");
        return canBeId(id) ? boundaries.find(id, revision ?? null) : null;
      },
      async boundaries(_, page, context) {
        demand(context, "boundary:view");
        const listed = await listBoundaries({ boundaries }, page);
        if (!listed.ok) throw errorOf(listed.failure);
        return { items: listed.page.items, pageInfo: { nextPageKey: listed.page.nextPageKey } };
      },
      async previewBoundary(_, { input, remove, ...page }, context) {
        demand(context, "boundary:view");
        demand(context, "change-request:view");
        const previewed = await previewBoundary(preview, { ...page, input, remove: remove ?? false }, context.signal);
        if (!previewed.ok) throw errorOf(previewed.failure);
        const { flips, flippedCount, unchangedCount, nextPageKey } = previewed.preview;
        return {
          flips: flips.map((flip) => ({ ...flip, changeRequestId: flip.id })),
          flippedCount,
          unchangedCount,
          pageInfo: { nextPageKey },
        };
      },
      ...integrations.Query,
    },
    Mutation: {
      ...integrations.Mutation,
      async saveBoundary(_, { input, expectedRevision }, context) {
        demand(context, "boundary:edit");
        const by = context.caller.name;
        const saved = await saveBoundary(boundaryChanges, { input, expectedRevision: expectedRevision ?? null, by });
        if (!saved.ok) throw errorOf(saved.failure);
        return saved.boundary;
      },
      async deleteBoundary(_, { id }, context) {
        demand(context, "boundary:edit");
        const deleted = await deleteBoundary(boundaryChanges, id);
        if (!deleted.ok) throw errorOf(deleted.failure);
        return deleted.id;
      },
    },
    ...boundaryFields,
    ChangeRequest: {
      async __resolveReference({ evaluationId }, context) {
        demand(context, "change-request:view");
        const record = await context.loaders.record.load(evaluationId);
        if (record === null) return { evaluationId, results: null, findings: null };
        const { results, findings } = views.saved(record);
        return { evaluationId, results, findings };
      },
      // This resolver does the same as the default resolver, but TypeScript checks its arguments.
      results: (view, given, context) => view.results?.(given, context) ?? null,
    },
    ChangeRequestEvaluation: { results: (view, given, context) => view.results(given, context) },
    SavedEvaluation: { results: (view, given, context) => view.results(given, context) },
  };
}
