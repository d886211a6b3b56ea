import type { ConnectorStore } from "../connectors/connector-store.ts";
import type { ItemStore } from "../items/item-store.ts";

/** How long a removed connector is remembered: an upload that was let in before may still be writing. */
const REMEMBERED_MS = 10 * 60 * 1_000;
const AT_ONCE = 100;

interface Needs {
  readonly connectors: Pick<ConnectorStore, "list" | "listRemoved" | "purgeRemoved">;
  readonly items: Pick<ItemStore, "disown">;
  readonly now: () => Date;
  /** Told when something waits to be projected. */
  readonly changed: () => void;
}

/** Takes their owner from the items of removed connectors, so that no search finds them by it. */
export async function disownItems({ connectors, items, now, changed }: Needs, signal: AbortSignal): Promise<void> {
  const removed = await connectors.listRemoved(AT_ONCE);
  if (removed.length === 0) return;
  const registered = new Set((await connectors.list()).map((connector) => connector.uuid));
  for (const { uuid, removedAt } of removed) {
    // A removal is noted before it is done; where it was not done the note is worth nothing after a while.
    if (!registered.has(uuid))
      for await (const disowned of items.disown(uuid, now())) {
        if (disowned > 0) changed();
        if (signal.aborted) return;
      }
    if (now().getTime() - removedAt.getTime() > REMEMBERED_MS) await connectors.purgeRemoved(uuid);
  }
}
