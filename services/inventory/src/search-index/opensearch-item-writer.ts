import { type ExistingIndex, readIndexes, writeAliasOf } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway, IndexRefused, isOutOfService } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import type { OpenItem } from "../items/membership-store.ts";
import { selectedFields } from "./selection-query.ts";

const MOST_ROUNDS = 5;

const Outcome = z.object({
  _id: z.string(),
  status: z.int(),
  error: z.object({ type: z.string(), reason: z.string().nullish() }).optional(),
});
const BulkAnswer = z.object({ items: z.array(z.union([z.object({ index: Outcome }), z.object({ delete: Outcome })])) });

/**
 * The rule for replacing a stored item. With "external", a stored item of the same or a newer revision stays. With
 * "external_gte", only a stored item of a newer revision stays.
 */
type Versions = "external" | "external_gte";
type Refused = Map<string, string>;

/**
 * Writes items to one or several indexes. Its methods return a map from the id of each permanently rejected item to the
 * reason.
 */
export interface ItemWriter {
  /**
   * Writes to the index that is searched, and to any index that a rebuild is filling.
   *
   * A rebuild creates its index before it reads the database. If this call does not find the new index, the database
   * stored the items before that index was created. The rebuild then reads the items from the database.
   *
   * Returns undefined if there is no index to search, or if the set of indexes keeps changing.
   */
  everywhere(items: readonly OpenItem[], versions: Versions): Promise<ReadonlyMap<string, string> | undefined>;
  /** Writes to one index. Throws IndexAway if the index is missing. */
  into(index: string, items: readonly OpenItem[]): Promise<ReadonlyMap<string, string>>;
}

/** `name` is the alias that is searched. */
export function createItemWriter(client: OpenSearchClient, name: string): ItemWriter {
  let known: readonly ExistingIndex[] = [];

  /** Returns false if the index is missing. */
  async function write(
    index: string,
    items: readonly OpenItem[],
    versions: Versions,
    refused: Refused,
  ): Promise<boolean> {
    const lines = items.flatMap((item): object[] => {
      const version = { _id: item.itemId, version: item.rev, version_type: versions };
      return item.removed
        ? [{ delete: { ...version, version_type: "external" } }]
        : [{ index: version }, indexDocument(item)];
    });
    try {
      const answer = await client.call("POST", `/${writeAliasOf(index)}/_bulk?require_alias=true`, lines);
      for (const done of BulkAnswer.parse(answer).items) {
        const { _id, status, error } = "index" in done ? done.index : done.delete;
        // Status 409 means that the index already has this revision or a newer one. No error means that the item was
        // written or deleted, or that there was no document to delete.
        if (status === 409 || !error) continue;
        if (status === 429 || status >= 500 || isOutOfService(error.type))
          throw new IndexAway(`an item was answered with ${status} ${error.type}`);
        if (isGone(status, error.type)) return false;
        refused.set(_id, `${error.type}: ${error.reason ?? "no reason given"}`);
      }
      return true;
    } catch (error) {
      if (!(error instanceof IndexRefused)) throw error;
      if (isGone(error.status, error.type)) return false;
      if (error.status !== 400 && error.status !== 413) throw error;
      const [first] = items;
      if (first && items.length === 1) refused.set(first.itemId, error.message);
      if (items.length < 2) return true;
      // OpenSearch refused the whole call, either because of its size or because of one item. Each half of the items is
      // sent separately, until the refused item is alone in a call.
      const half = Math.ceil(items.length / 2);
      for (const part of [items.slice(0, half), items.slice(half)])
        if (!(await write(index, part, versions, refused))) return false;
      return true;
    }
  }

  return {
    async everywhere(items, versions) {
      const refused: Refused = new Map();
      const written = new Set<string>();
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        for (const { index } of known)
          if (!written.has(index) && (await write(index, items, versions, refused))) written.add(index);
        known = await readIndexes(client, name);
        if (!known.some((one) => one.searched)) return undefined;
        if (known.every(({ index }) => written.has(index))) return refused;
      }
      return undefined;
    },
    async into(index, items) {
      const refused: Refused = new Map();
      if (!(await write(index, items, "external", refused))) throw new IndexAway(`the index "${index}" is missing`);
      return refused;
    },
  };
}

/**
 * Reports whether an error means that the alias is missing. If the name of a missing alias has capitals, OpenSearch
 * reports an invalid index name instead of status 404.
 */
function isGone(status: number, type: string): boolean {
  return status === 404 || type === "invalid_index_name_exception";
}

function indexDocument(item: OpenItem) {
  const { itemId, key, cloudAccountId, typeName, name, hostname, macAddress, vendor, ips, tags, connectorId } = item;
  const { connectorUuid, firstSeenAt, lastSeenAt, lastChangedAt } = item;
  const texts = { cloudAccountId, typeName, name, hostname, macAddress, vendor, connectorId, connectorUuid };
  return {
    itemId,
    key: [key.accountId, key.region, key.type, key.id].join("\u0000"),
    id: key.id,
    ...selectedFields(item),
    ...texts,
    ips,
    tagPairs: tags,
    firstSeenAt,
    lastSeenAt,
    lastChangedAt,
  };
}
