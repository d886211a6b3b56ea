/**
 * The TypeScript types of the parts of a stored rule. The resolvers of the subgraphs that return rules receive these
 * parts as parent values.
 */
const ruleParents = {
  NetworkObject: "@network-access/firewall-rules/network-object#NetworkObject as StoredNetworkObject",
  ServiceObject: "@network-access/firewall-rules/service-object#ServiceObject as StoredServiceObject",
};

/**
 * The subgraphs whose resolvers are typed. The entry of a subgraph contains the SDL that it shares and the type of its
 * context. If the parent value of a GraphQL type's resolvers has a TypeScript type other than the generated one, the
 * entry also contains that type. Paths are relative to the generated file.
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
      // The enum is stored as text, which is always a value of the enum, because the input has the same enum.
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
