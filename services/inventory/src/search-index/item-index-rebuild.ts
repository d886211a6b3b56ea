import type { OpenItem } from "../items/membership-store.ts";

/** Port: a second index of items, made beside the one that is searched. Calls throw while the index engine is away. */
export interface ItemIndexRebuild {
  /** Makes an empty one, and throws away what an earlier rebuild left; from now on every projection writes it, too. */
  begin(): Promise<string>;
  /** Writes items; what is there in the same or a newer revision stays. Answers why an item can never be taken, by its id. */
  write(index: string, items: readonly OpenItem[]): Promise<ReadonlyMap<string, string>>;
  /** Those of the items that are not in it, or only in an older revision. */
  missing(index: string, items: readonly OpenItem[]): Promise<readonly OpenItem[]>;
  /** How many items a search finds in it. */
  count(index: string): Promise<number>;
  /** From one moment on searches go to it, and every other index of items is gone; answers their names. */
  swap(index: string): Promise<readonly string[]>;
  /** Throws away the index of group filters where it was made by another release: the service makes it anew from the record. */
  renewFilters(): Promise<boolean>;
}
