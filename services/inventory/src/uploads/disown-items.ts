import type { ConnectorStore } from "../connectors/connector-store.ts";
import type { ItemStore } from "../items/item-store.ts";

/**
 * The removal of a connector stays recorded for this time. An upload that was admitted before the removal may still
 * write items after the removal. While the removal is recorded, the owner of such items is cleared too.
 */
const RECORDED_MS = 10 * 60 * 1_000;
const AT_ONCE = 100;

interface Needs {
  readonly connectors: Pick<ConnectorStore, "list" | "listRemoved" | "purgeRemoved">;
  readonly items: Pick<ItemStore, "disown">;
  readonly now: () => Date;
  /** Called when items were changed, so that the changes are also written to the index. */
  readonly changed: () => void;
}

/** Clears the owner of the items of removed connectors, so that no search by owner finds them. */
export async function disownItems({ connectors, items, now, changed }: Needs, signal: AbortSignal): Promise<void> {
  const removed = await connectors.listRemoved(AT_ONCE);
  if (removed.length === 0) return;
  const registered = new Set((await connectors.list()).map((connector) => connector.uuid));
  for (const { uuid, removedAt } of removed) {
    // A removal is recorded before the registration is removed. If the removal was interrupted, the registration still
    // exists, and the record expires.
    if (!registered.has(uuid))
      for await (const disowned of items.disown(uuid, now())) {
        if (disowned > 0) changed();
        if (signal.aborted) return;
      }
    if (now().getTime() - removedAt.getTime() > RECORDED_MS) await connectors.purgeRemoved(uuid);
  }
}
