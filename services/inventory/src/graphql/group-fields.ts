import type { PageArguments } from "@network-access/service-runtime/page-arguments";
import type { deleteGroup } from "../groups/delete-group.ts";
import { type Group, isReady } from "../groups/group.ts";
import type { listGroups } from "../groups/list-groups.ts";
import type { GroupInput } from "../groups/parse-group.ts";
import type { GroupPreview, previewGroup } from "../groups/preview-group.ts";
import type { readGroupAddresses } from "../groups/read-group-addresses.ts";
import type { releaseGroupChange } from "../groups/release-group-change.ts";
import type { saveGroup } from "../groups/save-group.ts";
import { failed, need } from "./refuse.ts";
import type { Resolvers } from "./resolver-types.generated.ts";

/** The operations that the fields of groups call. */
export interface GroupOperations {
  readonly listGroups: (page: PageArguments) => ReturnType<typeof listGroups>;
  readonly readGroupAddresses: (group: Group, page: PageArguments) => ReturnType<typeof readGroupAddresses>;
  readonly previewGroup: (asked: Parameters<typeof previewGroup>[1]) => ReturnType<typeof previewGroup>;
  readonly saveGroup: (
    input: GroupInput,
    how: { readonly expectedRevision: number | null; readonly by: string },
  ) => ReturnType<typeof saveGroup>;
  readonly releaseGroupChange: (id: string) => ReturnType<typeof releaseGroupChange>;
  readonly deleteGroup: (id: string, by: string, force: boolean) => ReturnType<typeof deleteGroup>;
}

/** The fields of groups. */
export function groupFields(operations: GroupOperations) {
  return {
    Query: {
      group(_, { id }, context) {
        need(context, "group:view");
        return context.groupById.load(id);
      },
      async groups(_, page, context) {
        need(context, "group:view");
        const result = await operations.listGroups(page);
        if (!result.ok) throw failed(result.failure);
        return { items: result.groups, pageInfo: { nextPageKey: result.nextPageKey } };
      },
      async previewGroup(_, { filter, groupId }, context) {
        need(context, "group:view");
        const result = await operations.previewGroup({ filter, groupId: groupId ?? null });
        if (!result.ok) throw failed(result.failure);
        return result.preview;
      },
    },
    Mutation: {
      async saveGroup(_, { input, expectedRevision }, context) {
        need(context, "group:edit");
        const by = context.caller.name;
        const result = await operations.saveGroup(input, { expectedRevision: expectedRevision ?? null, by });
        if (!result.ok) throw failed(result.failure);
        return result.group;
      },
      async releaseGroupChange(_, { groupId }, context) {
        need(context, "group:edit");
        const result = await operations.releaseGroupChange(groupId);
        if (!result.ok) throw failed(result.failure);
        return result.group;
      },
      async deleteGroup(_, { id, force }, context) {
        need(context, "group:edit");
        const result = await operations.deleteGroup(id, context.caller.name, force ?? false);
        if (!result.ok) throw failed(result.failure);
        return id;
      },
    },
    GroupPreview: {
      sample({ sample }: GroupPreview, _, context) {
        need(context, "inventory:view");
        return sample;
      },
    },
    Group: {
      async __resolveReference({ id }, context) {
        need(context, "group:view");
        return (await context.groupById.load(id)) ?? null;
      },
      memberCount: ({ members }: Group) => members?.memberCount ?? 0,
      addressCount: ({ members }: Group) => members?.addressCount ?? 0,
      async addresses(group: Group, page: PageArguments) {
        const result = await operations.readGroupAddresses(group, page);
        if (!result.ok) throw failed(result.failure);
        const { items, nextPageKey } = result.page;
        return { items, pageInfo: { nextPageKey } };
      },
      membersUpdatedAt: (group: Group) => (isReady(group) ? group.members.updatedAt.toISOString() : null),
      heldChange: ({ held }: Group) => held && { ...held, since: held.since.toISOString() },
      createdAt: ({ createdAt }: Group) => createdAt.toISOString(),
      updatedAt: ({ updatedAt }: Group) => updatedAt.toISOString(),
    },
  } satisfies Resolvers;
}
