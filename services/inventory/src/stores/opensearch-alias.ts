import { IndexAway, IndexRefused, type OpenSearchClient } from "../clients/opensearch.ts";

/** One index behind an alias, made where it is missing. */
export interface IndexAlias {
  /** Makes sure there is one. What was just made is filled by `fill`, given the name of the index, before the alias points to it. */
  prepare(fill: (index: string) => Promise<void>): Promise<void>;
  /** A call below the alias. Throws IndexAway also where the index is gone; the next `prepare` makes it again. */
  call(
    method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    deadlineMs?: number,
  ): Promise<unknown>;
  /** Notes that the index is gone. */
  lost(): IndexAway;
}

/** `name` is the alias; the index behind it has a number after it. */
export function createIndexAlias(client: OpenSearchClient, name: string, definition: unknown): IndexAlias {
  const index = `${name}-1`;
  let prepared = false;

  function lost(): IndexAway {
    prepared = false;
    return new IndexAway(`there is no index "${name}" yet`);
  }

  return {
    lost,
    async prepare(fill) {
      if (prepared) return;
      if (!(await exists(client, `/_alias/${name}`))) {
        await client.call("PUT", `/${index}`, definition, 30_000).catch((error: unknown) => {
          if (!(error instanceof IndexRefused && error.type === "resource_already_exists_exception")) throw error;
        });
        await fill(index);
        await client.call("POST", `/${index}/_refresh`);
        await client.call("POST", "/_aliases", { actions: [{ add: { index, alias: name, is_write_index: true } }] });
      }
      prepared = true;
    },
    async call(method, path, body, deadlineMs) {
      try {
        return await client.call(method, `/${name}${path}`, body, deadlineMs);
      } catch (error) {
        if (error instanceof IndexRefused && error.type === "index_not_found_exception") throw lost();
        throw error;
      }
    },
  };
}

async function exists(client: OpenSearchClient, path: string): Promise<boolean> {
  try {
    await client.call("HEAD", path);
    return true;
  } catch (error) {
    if (error instanceof IndexRefused && error.status === 404) return false;
    throw error;
  }
}
