import type { LeaseStore } from "@network-access/service-runtime/lease-store";
import type { DeviceStore } from "../devices/device-store.ts";
import { ROW_ENTITIES } from "../row-index/opensearch-row-index.ts";
import type { RowIndex } from "../row-index/row-index.ts";
import type { PartStore } from "./part-store.ts";
import type { RevisionStore } from "./revision-store.ts";

interface Needs {
  readonly parts: PartStore;
  readonly revisions: RevisionStore;
  readonly rows: Pick<RowIndex, "revisions" | "remove">;
  readonly devices: Pick<DeviceStore, "listDevices" | "findDevice" | "listRemoved" | "forgetRemoved">;
  readonly leases: LeaseStore;
  readonly holder: string;
  readonly now: () => Date;
}

/** The name of the lease is stored in the database, so it must not change. */
const LEASE = "clean up revisions";
/** How long a lease lasts. If a process dies during the clean-up, no other process cleans up until its lease ends. */
const LEASE_MS = 600_000;

/**
 * The rows of a replaced revision are kept for this many milliseconds, because a streamed response may still read them.
 * The time starts when a clean-up first finds that the revision is neither current nor pending.
 */
const ROWS_MS = 600_000;
const PARTS_MS = 86_400_000;
const REVISIONS_MS = 1_100 * 86_400_000;
/**
 * The record that a device was removed is kept for this many milliseconds. As long as the record exists, each clean-up
 * removes the device's data again, because a slow process may write data of the device after the removal.
 */
const REMOVED_MS = 3_600_000;
const AT_ONCE = 1_000;
/** One call to the index removes the rows of at most this many revisions. */
const ROWS_OF = 50;

/**
 * Removes data that is no longer needed:
 * - the revisions and parts of removed devices
 * - revisions that were created more than 1,100 days ago and are neither current nor pending
 * - parts that no revision contains and that were last sent more than a day ago
 * - the rows of revisions that are neither current nor pending
 *
 * Only one process cleans up at a time.
 */
export async function cleanUpRevisions(needs: Needs): Promise<void> {
  const { leases, holder, now } = needs;
  const at = now();
  if (!(await leases.acquire(LEASE, { holder, at, until: new Date(at.getTime() + LEASE_MS) }))) return;
  try {
    await removeDevices(needs);
    await removeRevisions(needs);
    await removeParts(needs);
    await removeRows(needs);
  } finally {
    await leases.release(LEASE, holder);
  }
}

async function removeRows({ rows, revisions, devices, now }: Needs): Promise<void> {
  const time = now().getTime();
  const searched = await currentRevisions(devices);
  const found = new Set<number>();
  for (const entity of ROW_ENTITIES)
    for (const revision of await rows.revisions(entity, [...searched])) found.add(revision);
  // The pending revisions are read before the current revisions. In the reverse order, a revision that becomes current
  // between the two reads would be in neither result.
  const pending = await revisions.listPending([...found]);
  const current = await currentRevisions(devices);
  const replaced = [...found].filter((revision) => !current.has(revision) && !pending.has(revision));
  const since = await revisions.noteReplaced(replaced, now());
  const due = replaced.filter((revision) => time - (since.get(revision)?.getTime() ?? time) >= ROWS_MS);
  for (let from = 0; from < due.length; from += ROWS_OF)
    for (const entity of ROW_ENTITIES) await rows.remove(entity, due.slice(from, from + ROWS_OF));
}

async function removeRevisions({ revisions, devices, now }: Needs): Promise<void> {
  const time = new Date(now().getTime() - REVISIONS_MS);
  for (let after = 0; ; ) {
    const old = await revisions.listCreatedBefore(time, after, AT_ONCE);
    const current = await currentRevisions(devices);
    for (const { id, state } of old) if (!current.has(id) && state !== "pending") await revisions.remove(id);
    after = old.at(-1)?.id ?? after;
    if (old.length < AT_ONCE) return;
  }
}

async function removeParts({ parts, revisions, now }: Needs): Promise<void> {
  const time = new Date(now().getTime() - PARTS_MS);
  // `remove` skips parts that were sent after `time`. It therefore never removes a part of a new revision: before a
  // revision is created, the current time is stored as the time at which its parts were last sent.
  for (const { deviceId, sha256 } of await parts.listSentBefore(time, AT_ONCE))
    if (!(await revisions.usesPart(deviceId, sha256))) await parts.remove(deviceId, sha256, time);
    // The part is still used. Its time of last sending is set to now, so that the next call lists other parts. This
    // part is checked again after a day.
    else await parts.touch(deviceId, [sha256], now());
}

/**
 * Removes the revisions and parts of removed devices. The rows of removed devices are left to `removeRows`. It removes
 * the rows of every revision that is neither current nor pending.
 */
async function removeDevices({ devices, revisions, parts, now }: Needs): Promise<void> {
  for (const { id, at } of await devices.listRemoved()) {
    // The process that recorded the removal may have died before it removed the device. In that case, the device still
    // exists, and its data is kept.
    if (!(await devices.findDevice(id))) {
      await revisions.removeOfDevice(id);
      await parts.removeOfDevice(id);
    }
    if (now().getTime() - at.getTime() >= REMOVED_MS) await devices.forgetRemoved(id);
  }
}

async function currentRevisions({ listDevices }: Needs["devices"]): Promise<ReadonlySet<number>> {
  return new Set((await listDevices()).flatMap(({ currentRevision }) => currentRevision?.id ?? []));
}
