/** A text and the key that identifies exactly this content. */
export interface Content {
  readonly key: string;
  /** True if the content is likely to be stored already. The store then checks this before it writes the content. */
  readonly shared: boolean;
  /**
   * Returns the pieces of the text in order. The store does not call this function if it knows that the content is
   * already stored.
   */
  pieces(): Iterable<string>;
}

/** Stores large texts, each under a key that identifies its content. Each text is stored once and never replaced. */
export interface ContentStore {
  /** Stores the contents that are not stored yet. */
  keepAll(contents: readonly Content[]): Promise<void>;
  read(key: string): Promise<string | null>;
  /** Returns the stored texts by key. At most 100 keys may be given. */
  readMany(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Like `readMany`, but returns the texts as they are stored, compressed with gzip. At most 250 keys may be given. */
  readPacked(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** The keys of each kind of content. `hash` is a SHA-256 in hex. */
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
