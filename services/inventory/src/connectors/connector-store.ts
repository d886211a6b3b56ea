import type { Scope } from "./discovery-run.ts";

/** Maximum number of connectors. */
export const MOST_CONNECTORS = 1_000;

/** A program that may upload what it discovers. */
export interface Connector {
  readonly id: string;
  /** New for each registration. An id that is registered again therefore owns no items of the earlier registration. */
  readonly uuid: string;
  readonly name: string;
  /** The items it may upload. */
  readonly scope: Scope;
  readonly registeredAt: Date;
  readonly registeredBy: string;
  readonly lastUploadAt: Date | null;
}

/** Port: registered connectors. Calls throw while the database is unavailable. */
export interface ConnectorStore {
  /** All, in order of their ids. */
  list(): Promise<readonly Connector[]>;
  /** False means that the id is taken. Only the hash of the secret is stored, never the secret. */
  insert(connector: Connector, secretHash: string): Promise<boolean>;
  /** False means that there is no such connector. The removal is recorded before the registration is deleted. */
  remove(id: string, at: Date): Promise<boolean>;
  /** Gives recorded removals, the oldest first. If a removal was interrupted, its registration may still exist. */
  listRemoved(limit: number): Promise<readonly { readonly uuid: string; readonly removedAt: Date }[]>;
  purgeRemoved(uuid: string): Promise<void>;
  findWithSecretHash(id: string): Promise<{ readonly connector: Connector; readonly secretHash: string } | undefined>;
  noteUpload(uuid: string, at: Date): Promise<void>;
}
