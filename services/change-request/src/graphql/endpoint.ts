import { readFileSync } from "node:fs";
import type { Caller, UserAuthenticator } from "@network-access/access/caller";
import { firewallRulesSchema, pageInfoSchema } from "@network-access/service-contracts/shared-schema";
import type { GraphqlEndpoint, OperationContext } from "@network-access/service-runtime/graphql-endpoint";
import type { Logger } from "@network-access/service-runtime/logger";
import { createSubgraph } from "@network-access/service-runtime/subgraph";
import { presentStoreError } from "../requests/store-deadline.ts";
import { createResolvers } from "./resolvers.ts";

const ownSchema = readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8");

/** Creates the GraphQL endpoint of this service. Operations need a user's token. */
export function createChangeRequestEndpoint(options: {
  readonly needs: Parameters<typeof createResolvers>[0];
  readonly authenticate: UserAuthenticator;
  readonly logger: Logger;
  readonly maxBodyBytes: number;
}): GraphqlEndpoint {
  const { needs, authenticate, logger, maxBodyBytes } = options;
  return createSubgraph<Caller, OperationContext<Caller>>({
    logger,
    maxBodyBytes,
    schema: [ownSchema, firewallRulesSchema(), pageInfoSchema()],
    resolvers: createResolvers(needs),
    admit: ({ authorization }) => authenticate(authorization),
    context: (operation) => operation,
    presentError: presentStoreError,
  });
}
