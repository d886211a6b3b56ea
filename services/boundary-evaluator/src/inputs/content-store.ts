/** A text and the key that identifies exactly this content. */
export interface Content {
  readonly key: string;
  /** Whether the content is often stored already. If so, the store checks first. */
  readonly shared: boolean;
  /** Gives the pieces of the text in order. It is called only if the content is not known to be stored. */
  pieces(): Iterable<string>;
}

/** Large texts by content. Each is stored once and never replaced. */
export interface ContentStore {
  /** Stores those that are not stored yet. */
  keepAll(contents: readonly Content[]): Promise<void>;
  read(key: string): Promise<string | null>;
  /** By key, those that are stored. At most 100. */
  readMany(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** As `readMany`, each compressed with gzip as stored. At most 250. */
  readPacked(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Keys by kind of content. `hash` is hex SHA-256. */
export const contentKey = {
  /** Minimal CIDRs, one per line. */
  addresses: (hash: string) => `addresses:${hash}`,
  /** JSON of the boundaries of one evaluation. */
  boundarySet: (hash: string) => `boundary-set:${hash}`,
  /** JSON of the rules of one revision. */
  rules: (hash: string) => `rules:${hash}`,
  /** JSON of the long part of a record. */
  details: (hash: string) => `details:${hash}`,
};
