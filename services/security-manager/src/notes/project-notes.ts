import { documentId } from "../row-index/row-document.ts";
import type { RowIndex } from "../row-index/row-index.ts";
import { noteFields, type SlotsOfProperties } from "./note-fields.ts";
import type { RuleNoteStore } from "./rule-note-store.ts";

interface Needs {
  readonly notes: RuleNoteStore;
  readonly rows: Pick<RowIndex, "updateNotes" | "refresh">;
  readonly readSlots: () => Promise<SlotsOfProperties>;
  /**
   * Returns the revisions of a device whose rows are searched now or will be searched later. The pending revisions are
   * read before the current revision.
   */
  readonly revisionsOf: (deviceId: number) => Promise<readonly number[]>;
}

const AT_ONCE = 500;

/**
 * Writes the open notes of a device to the rows of its current and pending revisions. Rows that are written later do
 * not miss these notes, because the maker of a revision reads the notes again after the revision's last row
 * (`revisions/make-revision.ts`).
 */
export async function projectNotes(needs: Needs, deviceId: number, signal: AbortSignal): Promise<void> {
  const { notes, rows, readSlots, revisionsOf } = needs;
  let after: string | undefined = "";
  while (after !== undefined) {
    signal.throwIfAborted();
    const open = await notes.listOpen(deviceId, after, AT_ONCE);
    if (open.length === 0) break;
    // The slots of properties (the numbers of their index fields) are read after the notes. So the slot of every
    // property in the notes is found. The revisions are read after the notes, too. A revision that is added later needs
    // no update, because the code that makes it reads these notes itself.
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
