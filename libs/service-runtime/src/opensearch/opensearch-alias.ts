import { createHash } from "node:crypto";
import { z } from "zod";
import type { OpenSearchClient } from "./opensearch-client.ts";
import { IndexAway, IndexRefused } from "./opensearch-failures.ts";

/** The settings and mappings of an index. */
export interface IndexDefinition {
  readonly settings: object;
  readonly mappings: object;
}

/** An index with an alias. The index is created if it is missing. */
export interface IndexAlias {
  /**
   * Creates the index if it is missing, fills the new index with `fill`, and then points the alias to the index. `fill`
   * receives the name of the new index.
   */
  prepare(fill: (index: string) => Promise<void>): Promise<void>;
  /** Returns whether the alias points to an index. */
  exists(): Promise<boolean>;
  /**
   * Does the first half of `prepare`. If the alias points to no index, creates an index and returns its name, so that
   * the caller can fill the index. Otherwise returns undefined.
   */
  create(): Promise<string | undefined>;
  /** Does the second half of `prepare`: points the alias to the filled index. */
  open(index: string): Promise<void>;
  /**
   * Sends a call to OpenSearch. `path` is relative to the alias. Throws IndexAway if the index is missing. In this
   * case, the next `prepare` creates the index.
   */
  readonly call: OpenSearchClient["call"];
  /** Records that the index is missing, so that the next `prepare` creates it. Returns the error to throw. */
  lost(): IndexAway;
}

/**
 * Returns the IndexAlias for the alias `name`. The index that the alias points to has the same name with a numeric
 * suffix.
 *
 * `outdated` is called with the name of this index if the index was created from a definition other than `definition`.
 * The check is made when the index is first found, and again after the alias was lost.
 */
export function createIndexAlias(
  client: OpenSearchClient,
  name: string,
  definition: IndexDefinition,
  outdated: (index: string) => void,
): IndexAlias {
  let prepared = false;

  function lost(): IndexAway {
    prepared = false;
    return new IndexAway(`there is no index "${name}" yet`);
  }

  async function exists(): Promise<boolean> {
    if (prepared) return true;
    const searched = (await readIndexes(client, name)).find((index) => index.searched);
    if (!searched) return false;
    if (searched.definition !== hashOf(definition)) outdated(searched.index);
    prepared = true;
    return true;
  }

  async function create(): Promise<string | undefined> {
    if (await exists()) return undefined;
    const index = `${name}-1`;
    await makeIndex(client, index, definition).catch((error: unknown) => {
      if (!(error instanceof IndexRefused && error.type === "resource_already_exists_exception")) throw error;
    });
    return index;
  }

  async function open(index: string): Promise<void> {
    await client.call("POST", `/${index}/_refresh`, undefined, { deadlineMs: 60_000 });
    await client.call("POST", "/_aliases", { actions: [{ add: { index, alias: name } }] });
    prepared = true;
  }

  return {
    lost,
    exists,
    create,
    open,
    async prepare(fill) {
      const index = await create();
      if (index === undefined) return;
      await fill(index);
      await open(index);
    },
    async call(method, path, body, options) {
      try {
        return await client.call(method, `/${name}${path}`, body, options);
      } catch (error) {
        if (error instanceof IndexRefused && error.type === "index_not_found_exception") throw lost();
        throw error;
      }
    },
  };
}

/** An index of the cluster. */
export interface ExistingIndex {
  readonly index: string;
  /** True if the alias points to the index. */
  readonly searched: boolean;
  /** The hash of the index's definition. */
  readonly definition: string | undefined;
}

const Indexes = z.record(
  z.string(),
  z.object({
    aliases: z.record(z.string(), z.unknown()).default({}),
    mappings: z.object({ _meta: z.object({ definition: z.string() }) }).optional(),
  }),
);

/**
 * Returns all indexes of an alias: the index that the alias points to, indexes that are being built, and indexes that
 * an earlier rebuild left behind.
 */
export async function readIndexes(client: OpenSearchClient, name: string): Promise<readonly ExistingIndex[]> {
  const found = Indexes.parse(await client.call("GET", `/${name}-*?filter_path=*.aliases,*.mappings._meta`));
  return Object.entries(found)
    .filter(([index]) => /^-\d+$/.test(index.slice(name.length)))
    .map(([index, { aliases, mappings }]) => ({
      index,
      searched: name in aliases,
      definition: mappings?._meta.definition,
    }));
}

/** Throws IndexRefused when an index of this name exists. */
export async function makeIndex(client: OpenSearchClient, index: string, definition: IndexDefinition): Promise<void> {
  const { settings, mappings } = definition;
  const made = { settings, mappings: { ...mappings, _meta: { definition: hashOf(definition) } } };
  await client.call("PUT", `/${index}`, { ...made, aliases: { [writeAliasOf(index)]: {} } }, { deadlineMs: 30_000 });
}

/**
 * Returns the alias through which an index is written. The alias contains capital letters, which OpenSearch allows in
 * aliases but not in index names. OpenSearch can therefore never create an index with this name. Without the capital
 * letters, a versioned delete would create a missing index, even with `require_alias`.
 */
export function writeAliasOf(index: string): string {
  return `${index}-WRITE`;
}

export function hashOf(definition: IndexDefinition): string {
  return createHash("sha256").update(JSON.stringify(definition)).digest("hex");
}
