/**
 * The TypeScript types of the parts of a stored rule. Subgraphs that return rules pass these parts to the resolvers of
 * the corresponding GraphQL types as parent values.
 */
const ruleParents = {
  NetworkObject: "@network-access/firewall-rules/network-object#NetworkObject as StoredNetworkObject",
  ServiceObject: "@network-access/firewall-rules/service-object#ServiceObject as StoredServiceObject",
};

/**
 * The subgraphs for which resolver types are generated. `shared` lists the shared SDL files, and `context` is the type
 * of the context. `parents` contains the TypeScript types of parent values by GraphQL type, where they differ from the
 * generated types. Paths are relative to the generated file.
 */
export const subgraphs = {
  "change-request": {
    shared: ["firewall-rules", "page-info"],
    context: "./context.ts#ChangeRequestContext",
    parents: {
      ...ruleParents,
      ChangeRequest: "../requests/change-request.ts#ChangeRequest as StoredChangeRequest",
    },
  },
  "boundary-evaluator": {
    shared: ["firewall-rules", "page-info"],
    context: "./evaluator-context.ts#EvaluatorContext",
    parents: {
      ...ruleParents,
      Boundary: "../boundaries/boundary.ts#Boundary as StoredBoundary",
      ChangeRequest: "./evaluation-views.ts#EvaluatedRequestView",
      ChangeRequestEvaluation: "./evaluation-views.ts#DraftView",
      SavedEvaluation: "./evaluation-views.ts#SavedView",
      // The enum is stored as text. The text is always one of the enum's values, because the input has the same enum.
      AccountProvider: "string",
    },
  },
  inventory: {
    shared: ["page-info"],
    context: "./context.ts#InventoryContext",
    parents: {
      Connector: "../connectors/connector-store.ts#Connector as StoredConnector",
      FeedConsumer: "../feeds/feed-token-store.ts#FeedToken as StoredFeedToken",
      Group: "../groups/group.ts#Group as StoredGroup",
      GroupPreview: "../groups/preview-group.ts#GroupPreview as ComputedGroupPreview",
      InventoryItem: "./read-item.ts#ReadItem",
    },
  },
} as const satisfies Record<string, Subgraph>;

interface Subgraph {
  readonly shared: readonly string[];
  readonly context: string;
  readonly parents: Readonly<Record<string, string>>;
}
