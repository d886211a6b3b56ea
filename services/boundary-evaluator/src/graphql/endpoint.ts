import { readFileSync } from "node:fs";
import type { Caller, UserAuthenticator } from "@network-access/access/caller";
import { firewallRulesSchema, pageInfoSchema } from "@network-access/service-contracts/shared-schema";
import { presentDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import type { GraphqlEndpoint } from "@network-access/service-runtime/graphql-endpoint";
import type { Logger } from "@network-access/service-runtime/logger";
import { createSubgraph } from "@network-access/service-runtime/subgraph";
import type { EvaluatorContext } from "./evaluator-context.ts";
import { createLoaders, type LoaderNeeds } from "./loaders.ts";
import { createResolvers, type ResolverNeeds } from "./resolvers.ts";

const ownSchema = readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8");

/** A preview operation is aborted this many milliseconds after `previewMs`, the preview's own deadline. */
const PREVIEW_MARGIN_MS = 1_000;

/** Deadlines of operations, in milliseconds. */
export interface OperationDeadlines {
  readonly draftMs: number;
  readonly previewMs: number;
  readonly readMs: number;
  readonly mutationMs: number;
}

/** Creates the subgraph of this service, for users with a token. */
export function createEvaluatorEndpoint(options: {
  readonly needs: ResolverNeeds & { readonly loaders: LoaderNeeds };
  readonly authenticate: UserAuthenticator;
  readonly deadlines: OperationDeadlines;
  readonly logger: Logger;
  readonly maxBodyBytes: number;
}): GraphqlEndpoint {
  const { needs, authenticate, deadlines, logger, maxBodyBytes } = options;
  return createSubgraph<Caller, EvaluatorContext>({
    logger,
    maxBodyBytes,
    schema: [ownSchema, firewallRulesSchema(), pageInfoSchema()],
    resolvers: createResolvers(needs),
    admit: ({ authorization }) => authenticate(authorization),
    context: (operation) => ({ ...operation, loaders: createLoaders(needs.loaders) }),
    deadlineMs({ type, rootFields }) {
      if (type === "mutation") return deadlines.mutationMs;
      // A preview ends earlier, after `previewMs`, with an error message that tells the user what to do.
      if (rootFields.includes("previewBoundary")) return deadlines.previewMs + PREVIEW_MARGIN_MS;
      return rootFields.includes("evaluateChangeRequest") ? deadlines.draftMs : deadlines.readMs;
    },
    presentError: presentDatabaseAway,
  });
}
