import type { ToolKey } from "./tool-key.ts";

/** The place of a key in the list. */
export interface KeyPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Access to the stored keys with which clients call tools. Calls throw while the database is unavailable. */
export interface KeyStore {
  /** Stores a key, with the SHA-256 of its secret but never the secret. */
  insert(key: ToolKey, secretHash: string): Promise<void>;
  find(id: string): Promise<ToolKey | undefined>;
  /** Returns the keys whose secrets have these hashes, as a map by hash. Includes revoked and expired keys. */
  findByHashes(secretHashes: readonly string[]): Promise<ReadonlyMap<string, ToolKey>>;
  /** Returns keys, the newest first. Keys that were created at the same time are in descending order of their ids. */
  list(page: { readonly after: KeyPosition | null; readonly limit: number }): Promise<readonly ToolKey[]>;
  /** Records the first revocation of a key. Later revocations change nothing. */
  revoke(id: string, revocation: { readonly at: Date; readonly by: string }): Promise<void>;
  /** Records that a key was used in the hour that begins at `hour`, unless this or a later hour is recorded. */
  noteUse(id: string, hour: Date): Promise<void>;
}
