import { documentId } from "../row-index/row-document.ts";
import type { RowIndex } from "../row-index/row-index.ts";
import { noteFields, type SlotsOfProperties } from "./note-fields.ts";
import type { RuleNoteStore } from "./rule-note-store.ts";

interface Needs {
  readonly notes: RuleNoteStore;
  readonly rows: Pick<RowIndex, "updateNotes" | "refresh">;
  readonly readSlots: () => Promise<SlotsOfProperties>;
  /** Revisions of a device whose rows are searched, or will be: first the pending ones are read, then the current one. */
  readonly revisionsOf: (deviceId: number) => Promise<readonly number[]>;
}

const AT_ONCE = 500;

/**
 * Writes the open notes of a device to the rows of its current and pending revisions. Rows that are not written yet do
 * not miss a note, because the notes are read again after the last row of a revision (`revisions/make-revision.ts`).
 */
export async function projectNotes(needs: Needs, deviceId: number, signal: AbortSignal): Promise<void> {
  const { notes, rows, readSlots, revisionsOf } = needs;
  let after: string | undefined = "";
  while (after !== undefined) {
    signal.throwIfAborted();
    const open = await notes.listOpen(deviceId, after, AT_ONCE);
    if (open.length === 0) break;
    // Both are read after the notes: what comes later reads them itself.
    const slots = await readSlots();
    const revisions = await revisionsOf(deviceId);
    await rows.updateNotes(
      revisions.flatMap((revision) =>
        open.map((note) => ({ id: documentId(revision, note.ruleId), notes: noteFields(note, slots) })),
      ),
    );
    await notes.close(open);
    after = open.length < AT_ONCE ? undefined : open.at(-1)?.ruleId;
  }
  await rows.refresh("secrule");
}
