import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Progress } from "../processes/progress.ts";
import { type EstateDemonstration, readEstateDemonstration } from "./estate-demonstration.ts";
import { importRevisions } from "./import-revisions.ts";
import { type ManagerClient, managerClient } from "./manager-client.ts";
import { saveDeviceGroups, saveDevices } from "./save-devices.ts";

const DEVICES_AT_ONCE = 6;

/** What a clone stores about the estate that it loaded. */
interface LoadState {
  fingerprint: string;
}

interface Place {
  managerUrl: string;
  /** With the permission estate:manage. */
  token: string;
  /** The file of the load state; readable by its owner only. */
  stateFile: string;
  progress: Progress;
  /** Ends the load, which a later one continues. */
  signal: AbortSignal;
}

/** Loads the estate of the security manager through its public interface, unless the same one is loaded already. */
export async function loadEstateDemonstration(place: Place): Promise<void> {
  const { progress, stateFile } = place;
  const manager = managerClient(place);
  const estate = readEstateDemonstration();
  if (readState(stateFile)?.fingerprint === estate.fingerprint && (await isLoaded(manager, estate))) {
    progress.line(`  ${summary(estate)}: already loaded`);
    return;
  }
  await loadDevices(place, manager, estate);
  writeState(stateFile, { fingerprint: estate.fingerprint });
}

async function loadDevices(place: Place, manager: ManagerClient, estate: EstateDemonstration): Promise<void> {
  const revisions = estate.devices.reduce((sum, device) => sum + device.revisions.length, 0);
  let imported = 0;
  const folder = mkdtempSync(join(tmpdir(), "demonstration-"));
  const step = place.progress.begin("importing configurations", () => `${imported} of ${revisions}`);
  try {
    const groups = await saveDeviceGroups(manager, estate.groups);
    const ids = await saveDevices(manager, estate.devices, groups);
    const importing = { ...place, manager, folder, now: Date.now() };
    // Those with the most configurations first, because a device's are imported one after the other.
    const devices = estate.devices.toSorted((one, other) => other.revisions.length - one.revisions.length);
    await each(devices, (device) =>
      importRevisions(importing, device, ids.get(device.name) ?? 0, () => {
        imported += 1;
      }),
    );
    step.done(
      `  ${estate.devices.length} devices in ${estate.groups.length} groups, ${revisions} configurations imported`,
    );
  } finally {
    step.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: DEVICES_AT_ONCE }, worker));
}

/** The database may be another one than that of the last load. */
async function isLoaded(manager: ManagerClient, { devices }: EstateDemonstration): Promise<boolean> {
  const last = devices.at(-1)?.name ?? "";
  return (await manager.find(`/domain/1/device/name/${encodeURIComponent(last)}`)) !== undefined;
}

function summary({ devices, groups }: EstateDemonstration): string {
  return `${devices.length} devices in ${groups.length} groups`;
}

function readState(file: string): LoadState | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as LoadState;
  } catch {
    return undefined;
  }
}

function writeState(file: string, state: LoadState): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
