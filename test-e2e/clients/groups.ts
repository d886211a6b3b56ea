import type { GraphClient } from "./graph.ts";

const GROUP = /* GraphQL */ `
  fragment State on Group {
    id revision memberCount addressCount membersRevision membersUpdatedAt
    heldChange { added removed since }
    addresses(limit: 10000) { items }
  }
`;

/** The fields of a group that these scenarios read. */
export interface GroupState {
  readonly id: string;
  readonly revision: number;
  readonly memberCount: number;
  readonly addressCount: number;
  readonly membersRevision: number;
  readonly membersUpdatedAt: string | null;
  readonly heldChange: { readonly added: number; readonly removed: number; readonly since: string } | null;
  readonly addresses: { readonly items: readonly string[] };
}
interface Preview {
  readonly memberCount: number;
  readonly addressCount: number;
  readonly sample: readonly { readonly id: string }[];
  readonly largestCidr: string | null;
  readonly addedCount: number;
  readonly removedCount: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A customer's operations on groups. */
export function groups(graph: GraphClient) {
  return {
    read: async (id: string) => {
      const query = `query ($id: String!) { group(id: $id) { ...State } } ${GROUP}`;
      const { group } = await graph.get<{ group: GroupState | null }>(query, { id });
      if (!group) throw new Error(`group ${id} is null`);
      return group;
    },
    save: async (input: object) => {
      const mutation = `mutation ($input: GroupInput!) { saveGroup(input: $input) { ...State } } ${GROUP}`;
      return (await graph.get<{ saveGroup: GroupState }>(mutation, { input })).saveGroup;
    },
    release: async (groupId: string) => {
      const mutation = `mutation ($groupId: String!) { releaseGroupChange(groupId: $groupId) { ...State } } ${GROUP}`;
      return (await graph.get<{ releaseGroupChange: GroupState }>(mutation, { groupId })).releaseGroupChange;
    },
    preview: async (filter: object, groupId?: string) => {
      const query = `query ($filter: GroupFilterInput!, $groupId: String) {
        previewGroup(filter: $filter, groupId: $groupId) {
          memberCount addressCount sample { id } largestCidr addedCount removedCount added removed
        } }`;
      return (await graph.get<{ previewGroup: Preview }>(query, { filter, groupId })).previewGroup;
    },
  };
}
