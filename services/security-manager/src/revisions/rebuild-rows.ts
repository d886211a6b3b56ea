import type { IndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import type { Device } from "../devices/device.ts";
import type { RowNoteNeeds } from "../notes/read-row-notes.ts";
import type { NotesUpdate, RowWrite } from "../row-index/row-index.ts";
import type { RowEntity } from "../rows/row.ts";
import { readModel, writeRevision } from "./make-revision.ts";
import type { PartStore } from "./part-store.ts";
import type { RevisionStore } from "./revision-store.ts";

interface Needs {
  readonly parts: PartStore;
  readonly revisions: RevisionStore;
  readonly listDevices: () => Promise<readonly Device[]>;
  readonly indexes: ReadonlyMap<RowEntity, IndexRebuild>;
  readonly noted: RowNoteNeeds;
  /** Writes rows to one index. */
  readonly writeInto: (index: string, rows: readonly RowWrite[]) => Promise<void>;
  /** Replaces older notes of rows in one index. */
  readonly updateNotesIn: (index: string, updates: readonly NotesUpdate[]) => Promise<void>;
  /** Called after each device. */
  readonly progress: (done: number, total: number) => void;
}

/** What a rebuild wrote. */
export interface Rebuilt {
  readonly devices: number;
  readonly rows: number;
}

/**
 * Writes the current revisions of all devices to new indexes, and moves the searches to these indexes. The service
 * writes revisions that come meanwhile to the old and the new indexes. Throws when `signal` is aborted. The old indexes
 * are then unchanged.
 */
export async function rebuildRows(needs: Needs, signal: AbortSignal): Promise<Rebuilt> {
  const { indexes, listDevices, writeInto, noted } = needs;
  const names = new Map<RowEntity, string>();
  for (const [entity, rebuild] of indexes) names.set(entity, await rebuild.begin());
  const written = new Set<number>();
  const expected = new Map<RowEntity, number>();
  let devices = 0;

  async function write(entity: RowEntity, rows: readonly RowWrite[]): Promise<void> {
    signal.throwIfAborted();
    await writeInto(names.get(entity) ?? "", rows);
    expected.set(entity, (expected.get(entity) ?? 0) + rows.length);
  }

  const updateNotes = (updates: readonly NotesUpdate[]) => needs.updateNotesIn(names.get("secrule") ?? "", updates);

  /** Writes the current revisions that are not written yet; false when there was none. */
  async function writeCurrent(): Promise<boolean> {
    const open = (await listDevices()).filter(
      ({ currentRevision }) => currentRevision !== null && !written.has(currentRevision.id),
    );
    for (const [place, { currentRevision, name }] of open.entries()) {
      const revision = currentRevision && (await needs.revisions.find(currentRevision.id));
      const model = revision && (await readModel(needs, revision));
      if (!revision || !model) throw new Error(`revision ${currentRevision?.id} of ${name} can't be read`);
      await writeRevision({ write, updateNotes, noted }, revision.id, model, name);
      written.add(revision.id);
      devices += 1;
      needs.progress(place + 1, open.length);
    }
    return open.length > 0;
  }

  while (await writeCurrent());
  for (const [entity, rebuild] of indexes) {
    const count = await rebuild.count(names.get(entity) ?? "");
    if (count < (expected.get(entity) ?? 0))
      throw new Error(`the new index of ${entity} has ${count} of ${expected.get(entity)} rows`);
  }
  signal.throwIfAborted();
  for (const [entity, rebuild] of indexes) await rebuild.swap(names.get(entity) ?? "");
  // A revision whose rows went to the old indexes may have become current in between.
  await writeCurrent();
  return { devices, rows: [...expected.values()].reduce((sum, count) => sum + count, 0) };
}
