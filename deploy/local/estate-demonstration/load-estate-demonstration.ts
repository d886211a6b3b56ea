import { randomBytes } from "node:crypto";
import { readLoadState, writeLoadState } from "../load-state.ts";
import type { Progress } from "../processes/progress.ts";
import { type EstateDemonstration, readEstateDemonstration } from "./estate-demonstration.ts";
import { loadDevices } from "./load-devices.ts";
import { type ManagerClient, managerClient } from "./manager-client.ts";
import { reportUsage } from "./report-usage.ts";
import { saveDeviceGroups } from "./save-devices.ts";
import { saveUsers } from "./save-users.ts";

/**
 * The state of a load, as `stateFile` stores it. `fingerprint` is the hash of the loaded estate's files, or
 * "incomplete" until the load has finished.
 */
interface LoadState {
  fingerprint: string;
  /** The password of the demonstration's users. */
  password: string;
}

/** The credentials of the user who may do everything. */
export interface ManagerCredentials {
  username: string;
  password: string;
}

/** What clients need to use a loaded estate. */
export interface LoadedEstate {
  readonly manager: ManagerCredentials;
  /** The ids of the users, by their names. */
  readonly userIds: ReadonlyMap<string, number>;
}

interface Place {
  managerUrl: string;
  /** A token with the permission estate:manage. */
  token: string;
  /**
   * The file that stores the `LoadState`. Only its owner can read it, because it contains the password of the
   * demonstration's users.
   */
  stateFile: string;
  progress: Progress;
  /**
   * The time of the load in milliseconds since 1970. The dates of all configurations and of all usage are counted back
   * from this time.
   */
  now: number;
  /** Ends the load. A later load continues it. */
  signal: AbortSignal;
}

/**
 * Loads the demonstration estate into the security manager through the manager's public interface. Does nothing if this
 * estate is already loaded.
 */
export async function loadEstateDemonstration(place: Place): Promise<LoadedEstate> {
  const { progress, stateFile } = place;
  const manager = managerClient(place);
  const estate = readEstateDemonstration();
  const kept = readLoadState<LoadState>(stateFile);
  const password = kept?.password ?? randomBytes(24).toString("base64url");
  const credentials = { username: estate.users[0]?.username ?? "", password };
  if (kept?.fingerprint === estate.fingerprint && (await isLoaded(manager, estate, credentials))) {
    progress.line(`  ${summary(estate)}: already loaded`);
    return { manager: credentials, userIds: await readUserIds(manager) };
  }
  // The password is written now, so that an interrupted load does not lose it.
  writeLoadState<LoadState>(stateFile, { fingerprint: "incomplete", password });
  let loading = "groups and users";
  const step = progress.begin("loading firewalls", () => loading);
  try {
    const groups = await saveDeviceGroups(manager, estate.groups);
    await saveUsers(manager, estate, groups, password);
    await loadRest(place, manager, estate, groups, (text) => {
      loading = text;
    });
    step.done(`  ${summary(estate)}: loaded with configurations, documentation and usage`);
  } finally {
    step.end();
  }
  writeLoadState<LoadState>(stateFile, { fingerprint: estate.fingerprint, password });
  return { manager: credentials, userIds: await readUserIds(manager) };
}

async function readUserIds(manager: ManagerClient): Promise<ReadonlyMap<string, number>> {
  const list = await manager.find<{ results: { id: number; username: string }[] }>("/domain/1/user?pageSize=1000");
  return new Map((list?.results ?? []).map(({ id, username }) => [username, id]));
}

/**
 * Loads the devices and reports the usage of their rules. Calls `show` with the progress as a text after each
 * configuration, and before the usage is reported.
 */
async function loadRest(
  { managerUrl, token, signal, now }: Place,
  manager: ManagerClient,
  estate: EstateDemonstration,
  groups: ReadonlyMap<string, number>,
  show: (text: string) => void,
): Promise<void> {
  const revisions = estate.devices.reduce((sum, device) => sum + device.revisions.length, 0);
  let imported = 0;
  const used = await loadDevices({ managerUrl, token, signal, manager, now }, estate, groups, () => {
    imported += 1;
    show(`${imported} of ${revisions} configurations`);
  });
  show(`the usage of ${used.length} rules`);
  await reportUsage(manager, now, used);
}

/**
 * Reports whether the security manager still has the last device of the estate and accepts the credentials. The result
 * is false if the database was replaced, or if the password was changed after the last load.
 */
async function isLoaded(
  manager: ManagerClient,
  { devices }: EstateDemonstration,
  credentials: ManagerCredentials,
): Promise<boolean> {
  const last = devices.at(-1)?.name ?? "";
  if (!(await manager.find(`/domain/1/device/name/${encodeURIComponent(last)}`))) return false;
  const { authStatus } = await manager.send<{ authStatus: string }>("POST", "/authentication/validate", credentials);
  return authStatus === "AUTHORIZED";
}

function summary({ devices, groups, users }: EstateDemonstration): string {
  return `${devices.length} devices in ${groups.length} groups, ${users.length} users`;
}
