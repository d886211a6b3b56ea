import type { LeaseStore } from "@network-access/service-runtime/lease-store";
import type { DeviceStore } from "../devices/device-store.ts";
import { ROW_ENTITIES } from "../row-index/opensearch-row-index.ts";
import type { RowIndex } from "../row-index/row-index.ts";

interface Needs {
  readonly devices: Pick<DeviceStore, "listRenamed" | "clearRename">;
  readonly rows: Pick<RowIndex, "rename">;
  readonly leases: LeaseStore;
  readonly holder: string;
  readonly now: () => Date;
}

/** This name identifies the lease in the database, so it must not change. */
const LEASE = "rename rows";
/**
 * The lease is renewed before each call to the index and lasts longer than any call. It therefore can't expire during a
 * call. Otherwise a call with an outdated name could overwrite a newer name that another process has written.
 */
const LEASE_MS = 180_000;

/**
 * Writes the new names of renamed devices into the devices' rows in the index, because searches sort rows by device
 * name. Only one process does this at a time.
 */
export async function renameRows(needs: Needs, stopping: AbortSignal): Promise<void> {
  const { devices, rows, leases, holder, now } = needs;
  const renamed = await devices.listRenamed();
  if (renamed.length === 0) return;

  async function isMine(): Promise<boolean> {
    const at = now();
    const lease = { holder, at, until: new Date(at.getTime() + LEASE_MS) };
    return !stopping.aborted && (await leases.acquire(LEASE, lease)) !== undefined;
  }

  /**
   * Writes the name of a device into its rows. Returns false if another process has the lease, or if this process
   * stops.
   */
  async function renameDevice(id: number, name: string): Promise<boolean> {
    for (const entity of ROW_ENTITIES)
      do {
        if (!(await isMine())) return false;
      } while (await rows.rename(entity, id, name));
    return true;
  }

  for (const { id, name, token } of renamed) {
    if (!(await renameDevice(id, name))) break;
    await devices.clearRename(id, token);
  }
  // After an error, this line is not reached, and the lease stays until it expires. If the lease were released at once,
  // a delayed call of this process could overwrite a name that the next holder of the lease has written.
  await leases.release(LEASE, holder);
}
