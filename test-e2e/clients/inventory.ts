import { eventually } from "@network-access/testkit/until";
import type { TestStack } from "../stack.ts";
import type { GraphClient } from "./graph.ts";

export interface UploadAnswer {
  readonly discoveryId: string;
  readonly accepted: number;
  readonly unchanged: number;
  readonly rejected: readonly { readonly index: number; readonly field: string; readonly message: string }[];
}

/** A customer's operations on the inventory. */
export function inventory({ baseUrl }: Pick<TestStack, "baseUrl">, graph: GraphClient) {
  return {
    /**
     * Saves a group and waits until its members are computed. The mutation itself waits only a few seconds for this.
     */
    saveGroup: async (input: Readonly<Record<string, unknown>> & { readonly id: string }): Promise<void> => {
      await graph.get(`mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }`, { input });
      await eventually(
        () =>
          graph.get<{ group: { membersUpdatedAt: string | null } }>(
            `query ($id: String!) { group(id: $id) { membersUpdatedAt } }`,
            { id: input.id },
          ),
        ({ group }) => group.membersUpdatedAt !== null,
      );
    },
    /** Registers a connector and returns its operations. */
    connector: async (id: string) => {
      const { registerConnector } = await graph.get<{ registerConnector: { secret: string } }>(
        `mutation ($input: ConnectorInput!) { registerConnector(input: $input) { secret } }`,
        { input: { id, name: id } },
      );
      const authorization = `Basic ${Buffer.from(`${id}:${registerConnector.secret}`).toString("base64")}`;
      return {
        authorization,
        upload: async (discoveryId: string, items: readonly object[]): Promise<UploadAnswer> => {
          const response = await fetch(`${baseUrl}/inventory/items`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization },
            body: JSON.stringify({ discoveryId, items }),
            signal: AbortSignal.timeout(60_000),
          });
          if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
          return (await response.json()) as UploadAnswer;
        },
        /** Returns the status and the body of a clean-up's response, even if the clean-up is refused. */
        cleanUp: async (body: object): Promise<{ readonly status: number; readonly body: unknown }> => {
          const response = await fetch(`${baseUrl}/inventory/items/cleanup`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization },
            body: JSON.stringify(body),
            signal: AbortSignal.timeout(60_000),
          });
          return { status: response.status, body: await response.json() };
        },
      };
    },
  };
}
