import type { Caller } from "@network-access/access/caller";
import type { OperationContext } from "@network-access/service-runtime/graphql-endpoint";
import DataLoader from "dataloader";
import type { Registrations } from "../connectors/registrations.ts";
import type { FeedToken, FeedTokenStore } from "../feeds/feed-token-store.ts";
import type { Group } from "../groups/group.ts";
import type { GroupStore } from "../groups/group-store.ts";
import type { Item, ItemOutline } from "../items/item.ts";
import type { ItemStore } from "../items/item-store.ts";
import type { ItemIndex } from "../search-index/item-index.ts";
import { readWholeItems } from "./read-whole-items.ts";

/** The context of all resolvers: the caller, and lookups that are batched and cached within one operation. */
export interface InventoryContext extends OperationContext<Caller> {
  readonly itemById: DataLoader<string, Item | undefined>;
  /** Items without their attributes, for operations that do not select attributes. */
  readonly outlineById: DataLoader<string, ItemOutline | undefined>;
  readonly groupById: DataLoader<string, Group | undefined>;
  readonly groupByUuid: DataLoader<string, Group | undefined>;
  /** Finds feed tokens by the UUID of their group. */
  readonly feedTokensOf: DataLoader<string, readonly FeedToken[]>;
  /** Returns whether a registration with this UUID exists. */
  readonly registered: DataLoader<string, boolean>;
  readonly itemCounts: () => Promise<ReadonlyMap<string, number>>;
}

interface Needs {
  readonly items: Pick<ItemStore, "read" | "readOutlines">;
  readonly itemIndex: Pick<ItemIndex, "countByConnector">;
  readonly groups: Pick<GroupStore, "findMany" | "findManyByUuid">;
  readonly registrations: Pick<Registrations, "among">;
  readonly feedTokens: Pick<FeedTokenStore, "listByGroup">;
}

export function createContext({
  items,
  itemIndex,
  groups,
  registrations,
  feedTokens,
}: Needs): (operation: OperationContext<Caller>) => InventoryContext {
  return (operation) => ({
    ...operation,
    itemById: batched(readWholeItems(items)),
    outlineById: batched((ids) => items.readOutlines(ids)),
    groupById: batched((ids) => groups.findMany(ids)),
    groupByUuid: batched((uuids) => groups.findManyByUuid(uuids)),
    feedTokensOf: new DataLoader(async (groupUuids) => {
      const found = await feedTokens.listByGroup(groupUuids);
      return groupUuids.map((groupUuid) => found.get(groupUuid) ?? []);
    }),
    registered: new DataLoader(async (uuids) => {
      const known = await registrations.among(uuids);
      return uuids.map((uuid) => known.has(uuid));
    }),
    itemCounts: once(() => itemIndex.countByConnector()),
  });
}

function batched<Value>(load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
  return new DataLoader<string, Value | undefined>(
    async (keys) => {
      const found = await load(keys);
      return keys.map((key) => found.get(key));
    },
    { maxBatchSize: 1_000 },
  );
}

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
