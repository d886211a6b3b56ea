import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** Addresses and credentials for clients and tests. The file contains local secrets, so only its owner can read it. */
export interface StackFile {
  /** `{graphUrl}/graphql` is the GraphQL API. */
  graphUrl: string;
  /** `{baseUrl}/inventory/items` accepts a connector's uploads. */
  baseUrl: string;
  /** `{eventsUrl}/change-requests/{id}/events` streams the state of a change request. */
  eventsUrl: string;
  /** `{managerUrl}/securitymanager/api` is the REST interface of the security manager. */
  managerUrl: string;
  /** A user of the security manager who may do everything. Null without the demonstration estate. */
  manager: { username: string; password: string } | null;
  /** The endpoint of the tool server. */
  mcpUrl: string;
  /** A key of the tool server, which is valid for 24 hours, and ids of users. Null without the demonstration estate. */
  mcp: ToolServerAccess | null;
  issuer: string;
  /** A user's token with every permission, valid for 24 hours. */
  token: string;
  /** Null without the demonstration estate. */
  connector: { id: string; secret: string } | null;
  engines: { mongo: string; redis: string; opensearch: string };
  processes: { name: string; pid: number; url: string }[];
}

/** A key of the tool server, and ids of users of the security manager on whose behalf a client may call it. */
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
  /** The endpoint of the conformance profile, which asks for no key. Missing without `--conformance`. */
  conformanceUrl?: string;
}

export function writeStackFile(path: string, content: StackFile): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

/**
 * Returns the content of the stack file, or undefined if the file can't be read. A stack that was killed leaves its
 * file behind.
 */
export function readStackFile(path: string): StackFile | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as StackFile;
  } catch {
    return undefined;
  }
}

/** Says that no stack runs, and which settings a command needs instead. */
export function describeMissingStack(settings: readonly string[]): string {
  const names = new Intl.ListFormat("en-GB").format(settings);
  return `no stack runs in this clone; run \`npm start\`, or set ${names}`;
}
