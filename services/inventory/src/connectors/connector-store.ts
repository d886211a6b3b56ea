import type { Scope } from "./discovery-run.ts";

/** Most connectors an installation holds. */
export const MOST_CONNECTORS = 1_000;

/** A program that may upload what it discovers. */
export interface Connector {
  readonly id: string;
  /** Given at each registration, so that an id registered again owns nothing of its namesake. */
  readonly uuid: string;
  readonly name: string;
  /** What it may claim. */
  readonly scope: Scope;
  readonly registeredAt: Date;
  readonly registeredBy: string;
  readonly lastUploadAt: Date | null;
}

/** Port: registered connectors. Calls throw while the record engine is away. */
export interface ConnectorStore {
  /** Whole, in order of their ids. */
  list(): Promise<readonly Connector[]>;
  /** False when the id is taken. Only the hash of the secret is stored, never the secret. */
  insert(connector: Connector, secretHash: string): Promise<boolean>;
  /** False when there is none. The registration is noted as removed first. */
  remove(id: string, at: Date): Promise<boolean>;
  /** Registrations that were removed and not forgotten, the longest ago first; one may still be there, where its removal broke off. */
  listRemoved(limit: number): Promise<readonly { readonly uuid: string; readonly removedAt: Date }[]>;
  purgeRemoved(uuid: string): Promise<void>;
  findWithSecretHash(id: string): Promise<{ readonly connector: Connector; readonly secretHash: string } | undefined>;
  noteUpload(uuid: string, at: Date): Promise<void>;
}
