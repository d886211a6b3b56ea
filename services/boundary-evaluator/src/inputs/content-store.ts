/** A text and the key that stands for exactly this content. */
export interface Content {
  readonly key: string;
  /** Whether others may well have stored it before: then it is looked for first. */
  readonly shared: boolean;
  /** The text in order; asked for only where the content is not known to be stored. */
  pieces(): Iterable<string>;
}

/** Large texts by content, each stored once and kept as long as something refers to it. */
export interface ContentStore {
  /** Afterwards all of them are stored, whoever stored them. */
  keepAll(contents: readonly Content[]): Promise<void>;
  read(key: string): Promise<string | null>;
  /** By key, those that are there. At most 100. */
  readMany(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** As `readMany`, each packed with gzip as it is kept. At most 250. */
  readPacked(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Keys by kind of content. `hash` is hex SHA-256. */
export const contentKey = {
  /** Minimal CIDRs, one per line. */
  addresses: (hash: string) => `addresses:${hash}`,
  /** JSON of the boundaries of one judging. */
  boundarySet: (hash: string) => `boundary-set:${hash}`,
  /** JSON of the rules of one revision. */
  rules: (hash: string) => `rules:${hash}`,
  /** JSON of the long part of a record. */
  details: (hash: string) => `details:${hash}`,
};
