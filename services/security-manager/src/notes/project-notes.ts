import { documentId } from "../row-index/row-document.ts";
import type { RowIndex } from "../row-index/row-index.ts";
import { noteFields, type SlotsOfProperties } from "./note-fields.ts";
import type { RuleNoteStore } from "./rule-note-store.ts";

interface Needs {
  readonly notes: RuleNoteStore;
  readonly rows: Pick<RowIndex, "updateNotes" | "refresh">;
  readonly readSlots: () => Promise<SlotsOfProperties>;
  /**
   * Returns the ids of a device's current revision and pending revisions. Implementations must read the pending
   * revisions before the current revision. In the reverse order, a revision that becomes current between the two reads
   * would be missing.
   */
  readonly revisionsOf: (deviceId: number) => Promise<readonly number[]>;
}

const AT_ONCE = 500;

/**
 * Writes the open notes of a device to the rows of the device's current and pending revisions. Rows that are written
 * later get these notes too, because `revisions/make-revision.ts` reads the notes again after it has written all rows
 * of a revision.
 */
export async function projectNotes(needs: Needs, deviceId: number, signal: AbortSignal): Promise<void> {
  const { notes, rows, readSlots, revisionsOf } = needs;
  let after: string | undefined = "";
  while (after !== undefined) {
    signal.throwIfAborted();
    const open = await notes.listOpen(deviceId, after, AT_ONCE);
    if (open.length === 0) break;
    // The slot of a property is a number that the names of its index fields contain. The slots are read after the
    // notes. Every property exists before a note has a value of it, so the slots of all properties in the notes are
    // found.
    //
    // The revisions are read after the notes too. A revision that is added after this read needs no update here,
    // because the process that makes the revision reads the notes itself.
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
