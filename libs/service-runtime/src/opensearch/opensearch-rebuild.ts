import { z } from "zod";
import { pause } from "../process/deadline.ts";
import { type IndexDefinition, makeIndex, readIndexes } from "./opensearch-alias.ts";
import type { OpenSearchClient } from "./opensearch-client.ts";

const Count = z.object({ count: z.int() });

/**
 * Builds a new index for an alias while searches use the old index. The methods throw the same errors as
 * OpenSearchClient.
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
   * Points the alias to `index` in one atomic step, so that searches use this index. After a pause, deletes all other
   * indexes of the alias and returns their names. Returns an empty list if the deletion fails.
   */
  swap(index: string): Promise<readonly string[]>;
}

/**
 * How long a swap waits before it deletes the old indexes. Searches of the old indexes that have already begun can end
 * in this time.
 */
const SEARCHES_END_MS = 500;

/** `name` is the alias. */
export function createIndexRebuild(client: OpenSearchClient, name: string, definition: IndexDefinition): IndexRebuild {
  const numberOf = (index: string) => Number(index.slice(name.length + 1));

  /**
   * Deletes the indexes `others`. If the alias no longer points to `searched`, because another process has switched it,
   * throws an error and deletes nothing.
   */
  async function deleteOthers(searched: string, others: readonly string[]): Promise<void> {
    if (others.length === 0) return;
    // The `remove` action fails if the alias does not point to `searched`. The whole call then fails, and nothing is
    // deleted.
    const alias = { index: searched, alias: name };
    const stillSearched = [{ remove: { ...alias, must_exist: true } }, { add: alias }];
    const actions = [...stillSearched, ...others.map((index) => ({ remove_index: { index } }))];
    await client.call("POST", "/_aliases", { actions }, { deadlineMs: 30_000 });
  }

  return {
    async begin() {
      const existing = await readIndexes(client, name);
      const searched = existing.find((one) => one.searched);
      if (!searched) throw new Error(`there is no index "${name}" to rebuild; a running service creates it`);
      const index = `${name}-${Math.max(...existing.map((one) => numberOf(one.index))) + 1}`;
      const left = existing.filter((one) => !one.searched).map((one) => one.index);
      await deleteOthers(searched.index, left);
      await makeIndex(client, index, definition);
      return index;
    },

    async count(index) {
      await client.call("POST", `/${index}/_refresh`, undefined, { deadlineMs: 60_000 });
      return Count.parse(await client.call("GET", `/${index}/_count`)).count;
    },

    async swap(index) {
      const others = (await readIndexes(client, name)).filter((other) => other.index !== index);
      const removals = others
        .filter((other) => other.searched)
        .map((other) => ({ remove: { index: other.index, alias: name } }));
      const actions = [{ add: { index, alias: name } }, ...removals];
      await client.call("POST", "/_aliases", { actions }, { deadlineMs: 30_000 });
      // The alias is switched and the old indexes are deleted in separate calls. While OpenSearch deletes an index, its
      // nodes may still send searches of the alias to this index, and such searches fail. The pause lets searches of
      // the old indexes end.
      await pause(SEARCHES_END_MS);
      const names = others.map((other) => other.index);
      // A failure of the deletion is ignored. Searches already use the new index, and the next rebuild deletes the
      // remaining indexes.
      return deleteOthers(index, names).then(
        () => names,
        () => [],
      );
    },
  };
}
