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
  /** A bulk of lines; never makes an index where there is none. Throws as `call` does. */
  write(lines: readonly unknown[]): Promise<unknown>;
  /** Notes that the index is gone. */
  lost(): IndexAway;
}

/** `name` is the alias; the index behind it has a number after it. */
export function createIndexAlias(client: OpenSearchClient, name: string, definition: object): IndexAlias {
  const index = `${name}-1`;
  // Where it is written. The engine makes a missing index for a delete with a version, even where an alias is
  // required; a name in capitals can't be one of an index.
  const written = `${index}-WRITE`;
  let prepared = false;

  function lost(): IndexAway {
    prepared = false;
    return new IndexAway(`there is no index "${name}" yet`);
  }

  async function below(where: string, ...[method, path, body, deadlineMs]: Parameters<OpenSearchClient["call"]>) {
    try {
      return await client.call(method, `/${where}${path}`, body, deadlineMs);
    } catch (error) {
      if (error instanceof IndexRefused && error.type === "index_not_found_exception") throw lost();
      throw error;
    }
  }

  return {
    lost,
    async prepare(fill) {
      if (prepared) return;
      if (!(await exists(client, `/_alias/${name}`))) {
        const whole = { ...definition, aliases: { [written]: {} } };
        await client.call("PUT", `/${index}`, whole, 30_000).catch((error: unknown) => {
          if (!(error instanceof IndexRefused && error.type === "resource_already_exists_exception")) throw error;
        });
        await fill(index);
        await client.call("POST", `/${index}/_refresh`);
        await client.call("POST", "/_aliases", { actions: [{ add: { index, alias: name, is_write_index: true } }] });
      }
      prepared = true;
    },
    call: (method, path, body, deadlineMs) => below(name, method, path, body, deadlineMs),
    write: (lines) => below(written, "POST", "/_bulk?require_alias=true", lines),
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
