import { documentId } from "../row-index/row-document.ts";
import type { RowIndex } from "../row-index/row-index.ts";
import { noteFields, type SlotsOfProperties } from "./note-fields.ts";
import type { RuleNoteStore } from "./rule-note-store.ts";

interface Needs {
  readonly notes: RuleNoteStore;
  readonly rows: Pick<RowIndex, "updateNotes" | "refresh">;
  readonly readSlots: () => Promise<SlotsOfProperties>;
  /**
   * Returns the current revision and the pending revisions of a device. The pending revisions must be read first.
   * Otherwise a revision that becomes current between the two reads would be missing.
   */
  readonly revisionsOf: (deviceId: number) => Promise<readonly number[]>;
}

const AT_ONCE = 500;

/**
 * Writes the open notes of a device to the rows of the device's current and pending revisions. Rows that are written
 * later get these notes too: after it has written all rows of a revision, `revisions/make-revision.ts` reads the notes
 * again.
 */
export async function projectNotes(needs: Needs, deviceId: number, signal: AbortSignal): Promise<void> {
  const { notes, rows, readSlots, revisionsOf } = needs;
  let after: string | undefined = "";
  while (after !== undefined) {
    signal.throwIfAborted();
    const open = await notes.listOpen(deviceId, after, AT_ONCE);
    if (open.length === 0) break;
    // The slots of properties (the numbers of their index fields) are read after the notes, because every property
    // exists before a note has a value of it. The revisions are also read after the notes. A revision that is added
    // later needs no update, because the process that makes it reads these notes itself.
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
