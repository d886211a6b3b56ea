import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** What clients and tests read instead of guessing ports. It holds local secrets: readable by its owner only. */
export interface StackFile {
  /** `{graphUrl}/graphql` is the graph. */
  graphUrl: string;
  /** `{baseUrl}/inventory/items` takes a connector's uploads. */
  baseUrl: string;
  /** `{eventsUrl}/change-requests/{id}/events` tells the state of a change request as it changes. */
  eventsUrl: string;
  issuer: string;
  /** A user's token with every permission, good for 24 hours. */
  token: string;
  /** Null where the demonstration estate was left out. */
  connector: { id: string; secret: string } | null;
  engines: { mongo: string; redis: string; opensearch: string };
  processes: { name: string; pid: number; url: string }[];
}

export function writeStackFile(path: string, content: StackFile): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

/** The running stack of this clone; undefined when none is. */
export function readStackFile(path: string): StackFile | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as StackFile;
  } catch {
    return undefined;
  }
}
