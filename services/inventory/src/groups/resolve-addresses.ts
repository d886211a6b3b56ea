import type {
  GroupAnswer,
  ItemAnswer,
  ResolveAddresses,
  ResolvedAddresses,
} from "@network-access/service-contracts/address-resolution";
import { addressListOf } from "../addresses/address-list.ts";
import { itemIdOf } from "../items/item.ts";
import type { ItemStore } from "../items/item-store.ts";
import { isReady } from "./group.ts";
import type { GroupStore } from "./group-store.ts";

interface Needs {
  readonly groups: Pick<GroupStore, "findMany">;
  readonly items: Pick<ItemStore, "readOutlines">;
  /** Called with the error if the groups or the items could not be resolved. */
  readonly failed: (error: unknown) => void;
}

/**
 * Resolves groups and items to addresses. The results have the same order as the references. Reads only the database,
 * not the index. A reference that could not be read has the result `failed`, never an empty list.
 */
export async function resolveAddresses(needs: Needs, asked: ResolveAddresses): Promise<ResolvedAddresses> {
  const [groups, items] = await Promise.all([
    resolveGroups(needs, asked.groupIds),
    resolveItems(needs, asked.itemKeys),
  ]);
  return { groups, items };
}

async function resolveGroups(needs: Needs, groupIds: readonly string[]): Promise<GroupAnswer[]> {
  if (groupIds.length === 0) return [];
  const found = await needs.groups.findMany(groupIds).catch(needs.failed);
  return groupIds.map((groupId) => {
    if (!found) return { groupId, outcome: "failed" };
    const group = found.get(groupId);
    if (!group) return { groupId, outcome: "unknown" };
    if (!isReady(group)) return { groupId, outcome: "not-ready" };
    const { hash, addressCount } = group.members;
    return { groupId, outcome: "resolved", revision: group.membersRevision, hash, addressCount };
  });
}

async function resolveItems(needs: Needs, itemKeys: ResolveAddresses["itemKeys"]): Promise<ItemAnswer[]> {
  if (itemKeys.length === 0) return [];
  const found = await needs.items.readOutlines(itemKeys.map(itemIdOf)).catch(needs.failed);
  return itemKeys.map((itemKey) => {
    if (!found) return { itemKey, outcome: "failed" };
    const item = found.get(itemIdOf(itemKey));
    if (!item) return { itemKey, outcome: "unknown" };
    const { cidrs, hash } = addressListOf(item.ips);
    return {
      itemKey,
      outcome: "resolved",
      revision: item.rev,
      hash,
      addressCount: cidrs.length,
      addresses: [...cidrs],
    };
  });
}
