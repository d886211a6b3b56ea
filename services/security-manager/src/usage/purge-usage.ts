import type { RuleNoteStore } from "../notes/rule-note-store.ts";
import { firstKeptDay } from "./usage-days.ts";
import type { UsageStore } from "./usage-store.ts";

interface Needs {
  readonly usage: Pick<UsageStore, "purge" | "listDevices" | "removeDevice">;
  readonly notes: Pick<RuleNoteStore, "listDevices" | "removeDevice">;
  readonly listDeviceIds: () => Promise<readonly number[]>;
  readonly now: () => Date;
}

/**
 * Removes the usage of days that are no longer kept. Also removes the usage and notes of devices that no longer exist.
 */
export async function purgeUsage({ usage, notes, listDeviceIds, now }: Needs): Promise<void> {
  await usage.purge(firstKeptDay(now().getTime()));
  const noted = [...(await usage.listDevices()), ...(await notes.listDevices())];
  // The devices must be read after the usage and the notes. A device always exists before it has usage or notes. If a
  // device with usage or notes is missing from the devices that are read later, the device was removed.
  const there = new Set(await listDeviceIds());
  for (const id of new Set(noted.filter((one) => !there.has(one)))) {
    await usage.removeDevice(id);
    await notes.removeDevice(id);
  }
}
