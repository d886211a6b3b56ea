import type { EntitySearch } from "../searching/entity-search.ts";
import type { PutEntityName } from "../siql/schema/entities.ts";
import type { EntityChange } from "./entity-store.ts";

/** A change that the index refuses, and the reason. */
export interface RefusedChange {
  readonly change: EntityChange;
  readonly reason: string;
}

/** Access to the index of entities. Calls throw IndexAway while the index is unavailable. */
export interface EntityIndex extends EntitySearch {
  /** Creates missing indexes. `fill` writes the entities of a kind to a new index before the index is searched. */
  prepare(fill: (kind: PutEntityName, index: string) => Promise<void>): Promise<void>;
  /**
   * Writes changes of one kind to the index that is searched. If a new index is being built, also writes them to that
   * index. Searches find the changes when the call returns. A change is skipped if the index has the same or a higher
   * version of the entity. Returns the changes that the index refused.
   */
  write(kind: PutEntityName, changes: readonly EntityChange[]): Promise<readonly RefusedChange[]>;
}
