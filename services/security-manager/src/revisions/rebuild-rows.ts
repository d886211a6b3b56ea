import type { IndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import type { NotesUpdate, RowWrite } from "../row-index/row-index.ts";
import type { RowEntity } from "../rows/row.ts";
import { createCurrentRevisionWriter, type WritingNeeds } from "./write-current-revisions.ts";

interface Needs extends WritingNeeds {
  readonly indexes: ReadonlyMap<RowEntity, IndexRebuild>;
  /** Writes rows to one index. */
  readonly writeInto: (index: string, rows: readonly RowWrite[]) => Promise<void>;
  /** Replaces older notes of rows in one index. */
  readonly updateNotesIn: (index: string, updates: readonly NotesUpdate[]) => Promise<void>;
}

/** The numbers of devices and rows that a rebuild wrote. */
export interface Rebuilt {
  readonly devices: number;
  readonly rows: number;
}

/**
 * Writes the rows of all current revisions to new indexes, and then switches searches to the new indexes. During the
 * rebuild, the service writes new revisions to both the old and the new indexes. If `signal` is aborted before the
 * switch, throws, and searches continue to use the old indexes. If `signal` is aborted later, the call may throw
 * although searches already use the new indexes.
 */
export async function rebuildRows(needs: Needs, signal: AbortSignal): Promise<Rebuilt> {
  const { indexes, writeInto, updateNotesIn } = needs;
  const names = new Map<RowEntity, string>();
  for (const [entity, rebuild] of indexes) names.set(entity, await rebuild.begin());
  const expected = new Map<RowEntity, number>();

  const writer = createCurrentRevisionWriter(needs, {
    async write(entity, rows) {
      signal.throwIfAborted();
      await writeInto(names.get(entity) ?? "", rows);
      expected.set(entity, (expected.get(entity) ?? 0) + rows.length);
    },
    updateNotes: (updates) => updateNotesIn(names.get("secrule") ?? "", updates),
  });

  await writer.write();
  for (const [entity, rebuild] of indexes) {
    const count = await rebuild.count(names.get(entity) ?? "");
    if (count < (expected.get(entity) ?? 0))
      throw new Error(`the new index of ${entity} has ${count} of ${expected.get(entity)} rows`);
  }
  signal.throwIfAborted();
  for (const [entity, rebuild] of indexes) await rebuild.swap(names.get(entity) ?? "");
  // A revision that became current before the switch may have rows in the old indexes only. The second `write` writes
  // the rows of such revisions to the new indexes.
  const { count } = writer;
  await writer.write();
  // Counting makes the rows visible to searches.
  if (writer.count > count) for (const [entity, rebuild] of indexes) await rebuild.count(names.get(entity) ?? "");
  return { devices: writer.count, rows: [...expected.values()].reduce((sum, count) => sum + count, 0) };
}
