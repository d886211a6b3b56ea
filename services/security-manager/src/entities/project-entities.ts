import type { Logger } from "@network-access/service-runtime/logger";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { PUT_ENTITIES } from "../siql/schema/entities.ts";
import type { EntityIndex } from "./entity-index.ts";
import type { EntityChange, EntityStore } from "./entity-store.ts";
import { keyText } from "./put-entity.ts";

export interface ProjectingNeeds {
  readonly store: EntityStore;
  readonly index: EntityIndex;
  readonly now: () => Date;
  readonly logger: Logger;
}

/**
 * The minimum age of open changes (changes that are not yet in the index) that the background task writes. Until this
 * age, changes are left to the requests that stored them.
 */
const LEFT_TO_REQUESTS_MS = 10_000;
/** If the index refuses a change, the change is written again this long after the refusal. */
const REFUSED_MS = 600_000;
const AT_ONCE = 200;

/**
 * Writes changes to the index, and closes each change that was written. A refused change stays open and is written
 * again after `REFUSED_MS`. Throws IndexAway if the index is unavailable.
 */
async function projectChanges({ store, index, now, logger }: ProjectingNeeds, changes: readonly EntityChange[]) {
  for (const kind of PUT_ENTITIES) {
    const own = changes.filter(({ entity }) => entity.kind === kind);
    if (own.length === 0) continue;
    const refused = await index.write(kind, own);
    const open = new Set(refused.map(({ change }) => change));
    await store.close(own.filter((change) => !open.has(change)));
    if (open.size === 0) continue;
    for (const { change, reason } of refused)
      logger.error({ entity: keyText(change.entity), reason }, "the index refuses an entity; it can't be searched");
    await store.close([...open], new Date(now().getTime() + REFUSED_MS));
  }
}

/**
 * Writes the changes of a request to the index. Returns false if the index is unavailable. In that case the changes
 * remain open, and are written when the index is available again.
 */
export async function projectNow(needs: ProjectingNeeds, changes: readonly EntityChange[]): Promise<boolean> {
  try {
    await projectChanges(needs, changes);
    return true;
  } catch (error) {
    if (!(error instanceof IndexAway)) throw error;
    needs.logger.warn({ err: error, entities: changes.length }, "entities are stored and not yet searchable");
    return false;
  }
}

/**
 * Writes open changes to the index until none is left. Leaves out changes of the last 10 seconds, because the requests
 * that stored these changes write them to the index themselves. Throws IndexAway if the index is unavailable.
 */
export async function projectOpen(needs: ProjectingNeeds, signal: AbortSignal): Promise<void> {
  const before = new Date(needs.now().getTime() - LEFT_TO_REQUESTS_MS);
  while (!signal.aborted) {
    const changes = await needs.store.listOpen(before, AT_ONCE);
    await projectChanges(needs, changes);
    if (changes.length < AT_ONCE) return;
  }
}
