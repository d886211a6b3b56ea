import type { Connector, ConnectorStore } from "../connectors/connector-store.ts";
import type { ConnectorInput, registerConnector } from "../connectors/register-connector.ts";
import { failed, need } from "./refuse.ts";
import type { Resolvers } from "./resolver-types.generated.ts";

/** The operations that the fields of connectors call. */
export interface ConnectorOperations {
  readonly registerConnector: (input: ConnectorInput, by: string) => ReturnType<typeof registerConnector>;
  readonly removeConnector: (id: string) => Promise<boolean>;
  readonly connectors: Pick<ConnectorStore, "list">;
}

/** The fields of connectors. */
export function connectorFields(operations: ConnectorOperations) {
  return {
    Query: {
      connectors(_, __, context) {
        need(context, "connector:manage");
        return operations.connectors.list();
      },
    },
    Mutation: {
      async registerConnector(_, { input }, context) {
        need(context, "connector:manage");
        const result = await operations.registerConnector(input, context.caller.name);
        if (!result.ok) throw failed(result.failure);
        const { connector, secret } = result;
        return { connector, secret };
      },
      async removeConnector(_, { id }, context) {
        need(context, "connector:manage");
        if (await operations.removeConnector(id)) return id;
        throw failed({ kind: "not-found", message: `there is no connector "${id}"` });
      },
    },
    Connector: {
      registeredAt: ({ registeredAt }: Connector) => registeredAt.toISOString(),
      lastUploadAt: ({ lastUploadAt }: Connector) => lastUploadAt?.toISOString() ?? null,
      async itemCount({ uuid }: Connector, _, context) {
        return (await context.itemCounts()).get(uuid) ?? 0;
      },
    },
  } satisfies Resolvers;
}
