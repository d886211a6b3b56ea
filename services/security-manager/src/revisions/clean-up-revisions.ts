import type { Device } from "../devices/device.ts";
import { ROW_ENTITIES } from "../row-index/opensearch-row-index.ts";
import type { RowIndex } from "../row-index/row-index.ts";
import type { PartStore } from "./part-store.ts";
import type { RevisionStore } from "./revision-store.ts";

interface Needs {
  readonly parts: PartStore;
  readonly revisions: RevisionStore;
  readonly rows: RowIndex;
  readonly listDevices: () => Promise<readonly Device[]>;
  readonly now: () => Date;
}

/** Rows of replaced revisions stay this long, because a stream may still read them. */
const ROWS_MS = 600_000;
const PARTS_MS = 86_400_000;
const REVISIONS_MS = 1_100 * 86_400_000;
const AT_ONCE = 1_000;

/** Removes rows that are no longer searched, parts that no revision names, and revisions older than 1,100 days. */
export function createRevisionCleaner(needs: Needs): () => Promise<void> {
  /** When each revision with rows was first seen to be neither current nor pending. */
  const replacedSince = new Map<number, number>();
  return async () => {
    await removeRows(needs, replacedSince);
    await removeRevisions(needs);
    await removeParts(needs);
  };
}

async function removeRows(
  { rows, revisions, listDevices, now }: Needs,
  replacedSince: Map<number, number>,
): Promise<void> {
  const time = now().getTime();
  const found = new Set<number>();
  for (const entity of ROW_ENTITIES) for (const revision of await rows.revisions(entity)) found.add(revision);
  // Read after the rows: a revision that became current meanwhile is among these.
  const pending = await revisions.listPending([...found]);
  const current = new Set((await listDevices()).map((device) => device.currentRevision?.id));
  const replaced = [...found].filter((revision) => !current.has(revision) && !pending.has(revision));
  for (const revision of replacedSince.keys()) if (!replaced.includes(revision)) replacedSince.delete(revision);
  for (const revision of replaced) if (!replacedSince.has(revision)) replacedSince.set(revision, time);
  const due = replaced.filter((revision) => time - (replacedSince.get(revision) ?? time) >= ROWS_MS);
  if (due.length > 0) for (const entity of ROW_ENTITIES) await rows.remove(entity, due.slice(0, AT_ONCE));
}

async function removeRevisions({ revisions, listDevices, now }: Needs): Promise<void> {
  const old = await revisions.listCreatedBefore(new Date(now().getTime() - REVISIONS_MS), AT_ONCE);
  const current = new Set((await listDevices()).map((device) => device.currentRevision?.id));
  for (const { id, state } of old) if (!current.has(id) && state !== "pending") await revisions.remove(id);
}

async function removeParts({ parts, revisions, now }: Needs): Promise<void> {
  const time = new Date(now().getTime() - PARTS_MS);
  // A revision is made only after its parts are marked as sent, so this removes none that it will name.
  for (const { deviceId, sha256 } of await parts.listSentBefore(time, AT_ONCE))
    if (!(await revisions.usesPart(deviceId, sha256))) await parts.remove(deviceId, sha256, time);
    // Looked at again in a day, so that others are listed next time.
    else await parts.touch(deviceId, [sha256], now());
}
