import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import { documentRules, saveProperties } from "./document-rules.ts";
import type { DemonstrationDevice, EstateDemonstration } from "./estate-demonstration.ts";
import { type Importing, importRevisions } from "./import-revisions.ts";
import type { UsedRule } from "./report-usage.ts";
import { readRules } from "./rules-by-name.ts";
import { saveDevices } from "./save-devices.ts";

/**
 * How many devices are loaded at the same time. The manager creates only one device revision at a time. Meanwhile, the
 * imports of other devices can read and upload configurations.
 */
const DEVICES_AT_ONCE = 6;

/**
 * Saves the devices, imports their configurations and documents their rules. Returns the rules whose usage the caller
 * must report.
 */
export async function loadDevices(
  place: Omit<Importing, "folder">,
  estate: EstateDemonstration,
  groups: ReadonlyMap<string, number>,
  onImported: () => void,
): Promise<readonly UsedRule[]> {
  const folder = mkdtempSync(join(tmpdir(), "demonstration-"));
  try {
    const importing = { ...place, folder };
    const ids = await saveDevices(place.manager, estate.devices, groups);
    const types = await saveProperties(place.manager, estate.properties);
    // Load the devices with the most configurations first. They take longest, because the configurations of one device
    // are imported one after the other.
    const devices = estate.devices.toSorted((one, other) => other.revisions.length - one.revisions.length);
    const used: UsedRule[] = [];
    await forEachConcurrent(devices, DEVICES_AT_ONCE, async (device) => {
      const id = ids.get(device.name) ?? 0;
      await importRevisions(importing, device, id, onImported);
      used.push(...(await describeRules(importing, types, device, id)));
    });
    return used;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Documents the rules of a device. Returns those rules of the device whose usage the caller must report. */
async function describeRules(
  { manager, now }: Importing,
  types: ReadonlyMap<string, string>,
  { name, documentation = {}, usage = {} }: DemonstrationDevice,
  deviceId: number,
): Promise<readonly UsedRule[]> {
  const rules = await readRules(manager, deviceId, name);
  await documentRules({ manager, now, types }, deviceId, rules, documentation);
  return Object.entries(usage).flatMap(([rule, hits]) =>
    rules(rule).map((found) => ({ deviceId, rule: found, usage: hits })),
  );
}
