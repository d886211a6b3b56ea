import type { RowAnswer, RowQuery } from "../row-index/row-index.ts";
import type { Clause } from "../siql/compiling/clause.ts";
import type { PutEntityName } from "../siql/schema/entities.ts";

/**
 * The index field with application keys, which link application groups with their applications. The document of an
 * application contains its own key. The document of an application group contains the keys of all applications in the
 * group.
 */
export const APPLICATION_KEYS = "application_keys";

/**
 * Searches the entities that clients write with PUT, such as applications. Calls throw IndexAway while the index is
 * unavailable.
 */
export interface EntitySearch {
  search(entity: PutEntityName, query: RowQuery, signal?: AbortSignal): Promise<RowAnswer>;
  /** Returns the keys of the applications that a clause finds, or undefined if there are more than `most`. */
  applicationKeys(clause: Clause, most: number, signal?: AbortSignal): Promise<readonly string[] | undefined>;
}
