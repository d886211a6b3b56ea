import { z } from "zod";
import { type IndexDefinition, makeIndex, readIndexes } from "./opensearch-alias.ts";
import type { OpenSearchClient } from "./opensearch-client.ts";

const Count = z.object({ count: z.int() });

/**
 * Builds a new index for an alias while searches use another index. Its calls throw the same errors as the calls of the
 * client.
 */
export interface IndexRebuild {
  /**
   * Deletes the indexes that an earlier rebuild left behind, creates an empty index, and returns the name of the new
   * index.
   */
  begin(): Promise<string>;
  /** The number of documents in the index, including all writes so far. */
  count(index: string): Promise<number>;
  /**
   * Atomically points the alias to the new index `index`, so that searches use it, and deletes all previous indexes of
   * the alias. Returns the names of the deleted indexes.
   */
  swap(index: string): Promise<readonly string[]>;
}

/** `name` is the alias. */
export function createIndexRebuild(client: OpenSearchClient, name: string, definition: IndexDefinition): IndexRebuild {
  const numberOf = (index: string) => Number(index.slice(name.length + 1));

  return {
    async begin() {
      const existing = await readIndexes(client, name);
      const searched = existing.find((one) => one.searched);
      if (!searched) throw new Error(`there is no index "${name}" to rebuild; a running service creates it`);
      const index = `${name}-${Math.max(...existing.map((one) => numberOf(one.index))) + 1}`;
      const left = existing.filter((one) => !one.searched).map((one) => ({ remove_index: { index: one.index } }));
      // The call below deletes every index that was not searched when `existing` was read. If another process has
      // pointed the alias to one of these indexes since then, that process has also deleted `searched.index`. The call
      // then fails as a whole, because it also adds the alias to `searched.index`.
      const stillSearched = { add: { index: searched.index, alias: name } };
      const actions = [stillSearched, ...left];
      if (left.length > 0) await client.call("POST", "/_aliases", { actions }, { deadlineMs: 30_000 });
      await makeIndex(client, index, definition);
      return index;
    },

    async count(index) {
      await client.call("POST", `/${index}/_refresh`, undefined, { deadlineMs: 60_000 });
      return Count.parse(await client.call("GET", `/${index}/_count`)).count;
    },

    async swap(index) {
      const others = (await readIndexes(client, name)).map((one) => one.index).filter((other) => other !== index);
      const actions = [{ add: { index, alias: name } }, ...others.map((other) => ({ remove_index: { index: other } }))];
      await client.call("POST", "/_aliases", { actions }, { deadlineMs: 30_000 });
      return others;
    },
  };
}
