import type { ConnectorStore } from "../connectors/connector-store.ts";
import type { ItemStore } from "../items/item-store.ts";

/**
 * How long the record of a connector's removal is kept. An upload that was admitted before the removal may still write
 * items after the removal. While the record exists, `disownItems` clears the owner of such items too.
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
    // The removal of a connector is recorded first, and then the registration is deleted. If the removal was
    // interrupted in between, the connector is still registered. Its items then keep their owner, and the record
    // expires.
    if (!registered.has(uuid))
      for await (const disowned of items.disown(uuid, now())) {
        if (disowned > 0) changed();
        if (signal.aborted) return;
      }
    if (now().getTime() - removedAt.getTime() > RECORDED_MS) await connectors.purgeRemoved(uuid);
  }
}
