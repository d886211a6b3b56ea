import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runImport } from "@network-access/estate-import/run-import";
import { DONE } from "@network-access/service-runtime/exit-codes";
import { lastLines } from "../processes/run-program.ts";
import type { DemonstrationDevice, DemonstrationRevision } from "./estate-demonstration.ts";
import type { ManagerClient } from "./manager-client.ts";

const DAY_MS = 86_400_000;

interface RevisionList {
  total: number;
  results: { configuredAt: string }[];
}

/** Where configurations are imported, and when. */
export interface Importing {
  manager: ManagerClient;
  managerUrl: string;
  token: string;
  signal: AbortSignal;
  now: number;
  /** A folder that only this load uses. */
  folder: string;
}

/**
 * Imports the configurations of a device, oldest first, with the function that the import command also calls.
 * Configurations that an earlier load imported are skipped, except for the newest one. The newest configuration is
 * always imported. If the device already has it, the import changes nothing.
 */
export async function importRevisions(
  importing: Importing,
  device: DemonstrationDevice,
  id: number,
  onImported: () => void,
): Promise<void> {
  const { revisions } = device;
  const stored = await importing.manager.find<RevisionList>(`/domain/1/device/${id}/rev?pageSize=1`);
  const done = Math.min(stored?.total ?? 0, revisions.length - 1);
  // The manager refuses a revision that is dated before the newest stored revision of the device.
  const earliest = Date.parse(stored?.results[0]?.configuredAt ?? "") || 0;
  for (const [at, revision] of revisions.entries()) {
    const isNewest = at === revisions.length - 1;
    // Wait only until the newest configuration is searchable, because searches do not use older configurations.
    if (at >= done) await importOne(importing, device, revision, { earliest, wait: isNewest });
    onImported();
  }
}

async function importOne(
  { managerUrl, token, signal, now, folder }: Importing,
  { name, kind = "iptables" }: DemonstrationDevice,
  { daysAgo, files }: DemonstrationRevision,
  { earliest, wait }: { earliest: number; wait: boolean },
): Promise<void> {
  const configuredAt = new Date(Math.max(now - daysAgo * DAY_MS, earliest)).toISOString();
  const ofDevice = join(folder, name);
  mkdirSync(ofDevice, { recursive: true });
  for (const file of files) writeFileSync(join(ofDevice, file.name), file.text);
  // The file names are stored with the configuration, so they must be the same at each load.
  const names = files.map((file) => file.name);
  const flags = ["--device", name, "--configured-at", configuredAt, ...(wait ? [] : ["--no-wait"])];
  let printed = "";
  const print = (line: string) => {
    printed += `${line}\n`;
  };
  // The import runs in this process. A process for each configuration would take twice the processor time.
  const code = await runImport(
    {
      ...{ print, complain: print, signal },
      resolve: (file) => join(ofDevice, file),
      readDestination: () => ({ url: managerUrl, authorization: token }),
      now: () => new Date(),
    },
    [kind, ...names, ...flags],
  );
  if (code !== DONE)
    throw new Error(`the import of ${name} as of ${configuredAt} ended with code ${code}:\n${lastLines(printed, 12)}`);
}
