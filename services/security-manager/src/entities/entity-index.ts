import type { EntitySearch } from "../searching/entity-search.ts";
import type { PutEntityName } from "../siql/schema/entities.ts";
import type { EntityChange } from "./entity-store.ts";

/** A change that the index can't take, and why. */
export interface RefusedChange {
  readonly change: EntityChange;
  readonly reason: string;
}

/** Port to the entities as they are searched. Calls throw IndexAway while the index is unavailable. */
export interface EntityIndex extends EntitySearch {
  /** Creates what is missing; `fill` fills a new index of a kind before it is searched. */
  prepare(fill: (kind: PutEntityName, index: string) => Promise<void>): Promise<void>;
  /**
   * Writes changes of one kind to the index that is searched, and to an index that is being built. When the call
   * returns, searches find the changes. An entity with a higher version stays. Returns the changes that were refused.
   */
  write(kind: PutEntityName, changes: readonly EntityChange[]): Promise<readonly RefusedChange[]>;
}
