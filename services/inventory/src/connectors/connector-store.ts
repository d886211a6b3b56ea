import type { Scope } from "./discovery-run.ts";

/** The maximum number of connectors. */
export const MOST_CONNECTORS = 1_000;

/** A program that may upload what it discovers. */
export interface Connector {
  readonly id: string;
  /**
   * Each registration has a new UUID, and items belong to a UUID. A registration therefore owns no items of an earlier
   * registration with the same id.
   */
  readonly uuid: string;
  readonly name: string;
  /** The items that it may upload. */
  readonly scope: Scope;
  readonly registeredAt: Date;
  readonly registeredBy: string;
  readonly lastUploadAt: Date | null;
}

/** Access to the registered connectors. Calls throw while the database is unavailable. */
export interface ConnectorStore {
  /** Returns all connectors, in the order of their ids. */
  list(): Promise<readonly Connector[]>;
  /** Stores a connector, with the hash of its secret but never the secret. Returns false if the id is taken. */
  insert(connector: Connector, secretHash: string): Promise<boolean>;
  /** Records the removal, then deletes the registration. Returns false if there is no such connector. */
  remove(id: string, at: Date): Promise<boolean>;
  /** Returns recorded removals, the oldest first. If a removal was interrupted, the connector may still exist. */
  listRemoved(limit: number): Promise<readonly { readonly uuid: string; readonly removedAt: Date }[]>;
  purgeRemoved(uuid: string): Promise<void>;
  findWithSecretHash(id: string): Promise<{ readonly connector: Connector; readonly secretHash: string } | undefined>;
  noteUpload(uuid: string, at: Date): Promise<void>;
}
