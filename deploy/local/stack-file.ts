import { readFileSync, renameSync, writeFileSync } from "node:fs";

/**
 * Addresses and credentials of the running stack, for clients and tests. The file contains secrets, so only its owner
 * can read it.
 */
export interface StackFile {
  /** `{graphUrl}/graphql` is the GraphQL API. */
  graphUrl: string;
  /** `{baseUrl}/inventory/items` accepts a connector's uploads. */
  baseUrl: string;
  /** `{eventsUrl}/change-requests/{id}/events` streams the state of a change request. */
  eventsUrl: string;
  /** `{managerUrl}/securitymanager/api` is the REST interface of the security manager. */
  managerUrl: string;
  /**
   * The credentials of a user with all permissions in the security manager. Null if the demonstration estate is not
   * loaded.
   */
  manager: { username: string; password: string } | null;
  /** The endpoint of the tool server. */
  mcpUrl: string;
  /**
   * The credentials for the tool server: a key that is valid for 24 hours, and the ids of users on whose behalf a client
   * can call tools. Null if the demonstration estate is not loaded.
   */
  mcp: ToolServerAccess | null;
  issuer: string;
  /** A token for a user with all permissions. It is valid for 24 hours. */
  token: string;
  /** Null without the demonstration estate. */
  connector: { id: string; secret: string } | null;
  engines: { mongo: string; redis: string; opensearch: string };
  processes: { name: string; pid: number; url: string }[];
}

/**
 * A key of the tool server, and ids of users of the security manager. With the key, a client calls tools on behalf of
 * one of these users.
 */
export interface ToolServerAccess {
  apiKey: string;
  /** May read all devices. */
  userId: number;
  users: {
    /** May read two device groups. */
    limited: number;
    /** May read no device group. */
    noGroups: number;
    disabled: number;
  };
  /** The URL of the tool server's conformance profile, where calls need no key. Missing without `--conformance`. */
  conformanceUrl?: string;
}

export function writeStackFile(path: string, content: StackFile): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

/**
 * Returns the content of the stack file, or undefined if the file can't be read. A killed stack leaves its file behind,
 * so an existing file does not mean that a stack runs.
 */
export function readStackFile(path: string): StackFile | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as StackFile;
  } catch {
    return undefined;
  }
}

/** Returns an error message. It says that no stack runs, and which settings can be set instead of starting a stack. */
export function describeMissingStack(settings: readonly string[]): string {
  const names = new Intl.ListFormat("en-GB").format(settings);
  return `no stack runs in this clone; run \`npm start\`, or set ${names}`;
}
