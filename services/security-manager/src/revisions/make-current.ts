import type { CurrentRevision, Device } from "../devices/device.ts";
import type { RevisionStore } from "./revision-store.ts";

/** The result of an attempt to make a revision current. `since` is the time at which the revision became current. */
export type Made =
  | { readonly state: "searchable"; readonly since: Date }
  | { readonly state: "overtaken" }
  /** The device, or a part of the revision, no longer exists. */
  | { readonly state: "refused" };

interface Needs {
  readonly revisions: Pick<RevisionStore, "noteSearchable">;
  readonly findDevice: (deviceId: number) => Promise<Device | undefined>;
  /**
   * Makes `revision` the current revision of the device. If the device's current revision is not `replaced` (null: the
   * device has no current revision), changes nothing and returns false.
   */
  readonly setCurrent: (deviceId: number, revision: CurrentRevision, replaced: number | null) => Promise<boolean>;
}

/** Makes a revision current unless a newer revision is already current. */
export async function makeCurrent(
  { revisions, findDevice, setCurrent }: Needs,
  deviceId: number,
  revision: CurrentRevision,
): Promise<Made> {
  for (;;) {
    const device = await findDevice(deviceId);
    if (!device) return { state: "refused" };
    const { currentRevision: replaced } = device;
    if (replaced?.id === revision.id) return { state: "searchable", since: replaced.since };
    if (replaced && replaced.id > revision.id) return { state: "overtaken" };
    // Stores the state "searchable" of the revision `replaced`. The process that made `replaced` current may have died
    // before it stored this state.
    if (replaced) await revisions.noteSearchable(replaced.id);
    if (await setCurrent(deviceId, revision, replaced?.id ?? null))
      return { state: "searchable", since: revision.since };
  }
}
