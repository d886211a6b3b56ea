import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentRules, saveProperties } from "./document-rules.ts";
import type { DemonstrationDevice, EstateDemonstration } from "./estate-demonstration.ts";
import { type Importing, importRevisions } from "./import-revisions.ts";
import { readRules } from "./rules-by-name.ts";
import { saveDevices } from "./save-devices.ts";

/** The manager makes one revision after the other; meanwhile others are read. */
const DEVICES_AT_ONCE = 6;

/** Saves the devices, imports their configurations, and documents their rules. */
export async function loadDevices(
  place: Omit<Importing, "folder">,
  estate: EstateDemonstration,
  groups: ReadonlyMap<string, number>,
  onImported: () => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "demonstration-"));
  try {
    const importing = { ...place, folder };
    const ids = await saveDevices(place.manager, estate.devices, groups);
    const types = await saveProperties(place.manager, estate.properties);
    // Devices with the most configurations come first, because the configurations of a device are imported one after
    // the other.
    const devices = estate.devices.toSorted((one, other) => other.revisions.length - one.revisions.length);
    await each(devices, async (device) => {
      const id = ids.get(device.name) ?? 0;
      await importRevisions(importing, device, id, onImported);
      await describeRules(importing, types, device, id);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function describeRules(
  { manager, now }: Importing,
  types: ReadonlyMap<string, string>,
  { name, documentation }: DemonstrationDevice,
  id: number,
): Promise<void> {
  if (!documentation) return;
  const rules = await readRules(manager, id, name);
  await documentRules({ manager, now, types }, id, rules, documentation);
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: DEVICES_AT_ONCE }, worker));
}
