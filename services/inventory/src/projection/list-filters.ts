import type { GroupStore } from "../groups/group-store.ts";
import type { IndexedFilter } from "../search-index/group-index.ts";

const PAGE = 200;

/**
 * Reads the filters of all groups from the database. Yields them page by page, in the form in which the index of groups
 * stores them.
 */
export async function* listFilters({
  groups,
}: {
  readonly groups: Pick<GroupStore, "list">;
}): AsyncGenerator<readonly IndexedFilter[]> {
  let after: string | undefined;
  for (;;) {
    const page = await groups.list(after, PAGE);
    yield page.map(({ uuid, filterRevision, filter }) => ({ groupUuid: uuid, revision: filterRevision, filter }));
    if (page.length < PAGE) return;
    after = page.at(-1)?.id;
  }
}
