import type { IndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import type { PutEntityName } from "../siql/schema/entities.ts";
import type { RefusedChange } from "./entity-index.ts";
import type { EntityChange, EntityStore } from "./entity-store.ts";
import { keyText } from "./put-entity.ts";

const AT_ONCE = 200;

interface FillingNeeds {
  readonly store: Pick<EntityStore, "list">;
  /** Writes changes to one index. */
  readonly writeInto: (index: string, changes: readonly EntityChange[]) => Promise<readonly RefusedChange[]>;
  /** Called for each entity that the index refuses. */
  readonly onRefused: (key: string, reason: string) => void;
}

/** Writes the stored entities of a kind to an index. Returns the number of entities that the index accepted. */
export async function fillEntities(
  { store, writeInto, onRefused }: FillingNeeds,
  kind: PutEntityName,
  index: string,
  signal?: AbortSignal,
): Promise<number> {
  let written = 0;
  for (let after: EntityChange | undefined; ; ) {
    signal?.throwIfAborted();
    const page = await store.list(kind, after?.entity, AT_ONCE);
    const refused = page.length === 0 ? [] : await writeInto(index, page);
    for (const { change, reason } of refused) onRefused(keyText(change.entity), reason);
    written += page.length - refused.length;
    after = page.at(-1);
    if (!after || page.length < AT_ONCE) return written;
  }
}

/**
 * Writes all entities to new indexes, and then switches searches to the new indexes. Until the switch, the service
 * writes new changes to both the old and the new indexes. If `signal` is aborted before the switch, throws, and
 * searches continue to use the old indexes. Returns the number of entities written.
 */
export async function rebuildEntities(
  needs: FillingNeeds & { readonly indexes: ReadonlyMap<PutEntityName, IndexRebuild> },
  signal: AbortSignal,
): Promise<number> {
  const filled: { rebuild: IndexRebuild; index: string }[] = [];
  let entities = 0;
  for (const [kind, rebuild] of needs.indexes) {
    const index = await rebuild.begin();
    entities += await fillEntities(needs, kind, index, signal);
    // `count` also refreshes the new index. The refresh makes all entities in the index visible to searches.
    await rebuild.count(index);
    filled.push({ rebuild, index });
  }
  signal.throwIfAborted();
  for (const { rebuild, index } of filled) await rebuild.swap(index);
  return entities;
}
