import type { ConnectorStore } from "../connectors/connector-store.ts";
import type { ItemStore } from "../items/item-store.ts";

/**
 * The time for which the database records that a connector was removed. An upload that was admitted before the removal
 * may still write items afterwards. As long as the removal is recorded, `disownItems` also clears the owner of these
 * items.
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

/**
 * Clears the owner of every item that belongs to a removed connector, so that searches by owner no longer find the
 * item.
 */
export async function disownItems({ connectors, items, now, changed }: Needs, signal: AbortSignal): Promise<void> {
  const removed = await connectors.listRemoved(AT_ONCE);
  if (removed.length === 0) return;
  const registered = new Set((await connectors.list()).map((connector) => connector.uuid));
  for (const { uuid, removedAt } of removed) {
    // When a connector is removed, the removal is recorded before the registration is deleted. If the removal was
    // interrupted between these two steps, the connector is still registered. The items of such a connector keep their
    // owner, and the record expires.
    if (!registered.has(uuid))
      for await (const disowned of items.disown(uuid, now())) {
        if (disowned > 0) changed();
        if (signal.aborted) return;
      }
    if (now().getTime() - removedAt.getTime() > RECORDED_MS) await connectors.purgeRemoved(uuid);
  }
}
