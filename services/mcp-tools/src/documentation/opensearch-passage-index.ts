import { createHash } from "node:crypto";
import {
  createIndexAlias,
  hashOf,
  type IndexDefinition,
  readIndexes,
  writeAliasOf,
} from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { createIndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import { z } from "zod";
import type { Passage } from "./passage.ts";
import type { PassageIndex } from "./passage-index.ts";
import { STOP_WORDS, WORD_SEPARATOR } from "./terms.ts";

const WRITE_MS = 30_000;
const FIELDS = ["title", "heading", "text"];

const Hits = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }) });
const BulkAnswer = z.object({ errors: z.boolean() });

/** Passages in OpenSearch, shared by all processes. */
export interface SharedPassageIndex extends PassageIndex {
  /**
   * Creates the index if there is none. If the index has other passages than this process, replaces the index, but at
   * most once in the life of the process. Without this limit, old and new processes would keep replacing each other's
   * index during an update.
   *
   * Rejects if OpenSearch is unavailable, or if another process replaces the index at the same time. The caller may
   * then try again.
   */
  prepare(): Promise<void>;
}

/**
 * Creates access to the passages in OpenSearch, through the alias `<prefix>-documentation`. Each index behind the alias
 * has the passages of one version of the pages.
 */
export function createOpenSearchPassageIndex(
  client: OpenSearchClient,
  prefix: string,
  passages: readonly Passage[],
): SharedPassageIndex {
  const name = `${prefix}-documentation`;
  const definition = indexDefinition(passages);
  const ids = new Set(passages.map(({ id }) => id));
  let isPrepared = false;
  const alias = createIndexAlias(client, name, definition, () => undefined);
  const rebuild = createIndexRebuild(client, name, definition);

  async function fill(index: string): Promise<void> {
    const lines = passages.flatMap(({ id, title, headings, text }): object[] => [
      { index: { _id: id } },
      { title, heading: headings.join(" "), text },
    ]);
    const path = `/${writeAliasOf(index)}/_bulk?require_alias=true&filter_path=errors`;
    const answer = BulkAnswer.parse(await client.call("POST", path, lines, { deadlineMs: WRITE_MS }));
    if (answer.errors) throw new IndexAway(`passages were refused by the index "${index}"`);
  }

  async function replace(): Promise<void> {
    const index = await rebuild.begin();
    await fill(index);
    if ((await rebuild.count(index)) !== ids.size) throw new IndexAway(`the index "${index}" lacks passages`);
    await rebuild.swap(index);
  }

  return {
    async prepare() {
      const searched = (await readIndexes(client, name)).find((index) => index.searched);
      if (!searched) {
        alias.lost();
        await alias.prepare(fill);
      } else if (!isPrepared) {
        if (searched.definition !== hashOf(definition)) await replace();
        isPrepared = true;
      }
    },

    async search(question, most, signal) {
      const query = { multi_match: { query: question, fields: FIELDS, type: "most_fields", operator: "or" } };
      const found = await alias.call("POST", "/_search", { size: most, _source: false, query }, { signal });
      const hits = Hits.parse(found).hits.hits.map(({ _id }) => _id);
      // During an update of the service, old and new processes have different pages but use the same alias. A process
      // returns only passages of its own pages.
      if (!hits.every((id) => ids.has(id))) throw new IndexAway(`the index "${name}" has the passages of other pages`);
      return hits;
    },
  };
}

function indexDefinition(passages: readonly Passage[]): IndexDefinition {
  const hash = createHash("sha256");
  for (const { id } of passages) hash.update(id);
  const text = { type: "text", analyzer: "documentation" };
  return {
    settings: {
      index: { number_of_shards: 1, auto_expand_replicas: "0-1" },
      analysis: {
        // An analyzer for English texts, similar to OpenSearch's `english`. It has its own tokenizer, and its stop
        // words include question words such as "how".
        analyzer: {
          documentation: {
            type: "custom",
            tokenizer: "words",
            filter: ["lowercase", "documentation_stop", "porter_stem"],
          },
        },
        tokenizer: { words: { type: "pattern", pattern: WORD_SEPARATOR } },
        filter: { documentation_stop: { type: "stop", stopwords: STOP_WORDS } },
      },
    },
    // The index definition contains a hash of the passages. With it, a process finds out whether the index has the same
    // passages as the process.
    mappings: {
      _meta: { passages: hash.digest("hex") },
      dynamic: "strict",
      properties: { title: text, heading: text, text },
    },
  };
}
