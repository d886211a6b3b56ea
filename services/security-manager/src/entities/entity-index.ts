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
  /**
   * Creates missing indexes. For each new index, calls `fill`, which writes all entities of the kind to the index.
   * Searches do not use a new index before `fill` has finished.
   */
  prepare(fill: (kind: PutEntityName, index: string) => Promise<void>): Promise<void>;
  /**
   * Writes changes of entities of one kind to the index that searches use, and to an index that is being built. Skips a
   * change if the index has the same or a higher version of the entity. Searches find the changes when the call
   * returns. Returns the changes that the index refused.
   */
  write(kind: PutEntityName, changes: readonly EntityChange[]): Promise<readonly RefusedChange[]>;
}
