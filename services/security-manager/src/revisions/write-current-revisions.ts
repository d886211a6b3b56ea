import type { Device } from "../devices/device.ts";
import { type MakingNeeds, type RowTarget, readModel, writeRevision } from "./make-revision.ts";

export interface WritingNeeds extends Pick<MakingNeeds, "parts" | "revisions" | "noted" | "noteRename"> {
  readonly listDevices: () => Promise<readonly Device[]>;
  /**
   * Called after the rows of a device are written. `total` is the number of devices that were found to be unwritten,
   * and `done` is how many of them are written.
   */
  readonly progress: (done: number, total: number) => void;
}

/** Writes the rows of current revisions to new indexes. */
export interface CurrentRevisionWriter {
  /** Writes the rows of those current revisions that this writer has not written yet, until none is left. */
  write(): Promise<void>;
  /** The number of revisions written so far. */
  readonly count: number;
}

export function createCurrentRevisionWriter(
  needs: WritingNeeds,
  target: Omit<RowTarget, "noted">,
): CurrentRevisionWriter {
  const { listDevices, revisions, noted, noteRename, progress } = needs;
  /** The device name in the rows of each written revision, by revision id. */
  const written = new Map<number, string>();

  async function writeOpen(devices: readonly Device[]): Promise<boolean> {
    const open = devices.flatMap((device) => {
      const { currentRevision, name } = device;
      return currentRevision && !written.has(currentRevision.id) ? [{ id: currentRevision.id, name }] : [];
    });
    for (const [place, { id, name }] of open.entries()) {
      const revision = await revisions.find(id);
      const model = revision && (await readModel(needs, revision));
      if (model) await writeRevision({ ...target, noted }, id, model, name);
      // If the device was removed in the meantime, its revision can't be read. The failure is an error only if the
      // revision is still current.
      else if (await isCurrent(id)) throw new Error(`revision ${id} of ${name} can't be read`);
      written.set(id, name);
      progress(place + 1, open.length);
    }
    return open.length > 0;
  }

  async function isCurrent(revision: number): Promise<boolean> {
    return (await listDevices()).some(({ currentRevision }) => currentRevision?.id === revision);
  }

  return {
    get count() {
      return written.size;
    },
    async write() {
      let devices = await listDevices();
      while (await writeOpen(devices)) devices = await listDevices();
      // If a device was renamed while its rows were written, some of the rows may contain the old name. Marks such
      // devices, so that the new name is written into their rows later.
      for (const { id, name, currentRevision } of devices)
        if (currentRevision && written.get(currentRevision.id) !== name) await noteRename(id);
    },
  };
}
