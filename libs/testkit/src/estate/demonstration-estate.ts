import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EstateDemonstration, readEstateDemonstration } from "@network-access/local-stack/estate-demonstration";
import { loadEstateDemonstration } from "@network-access/local-stack/load-estate-demonstration";
import { showProgress } from "@network-access/local-stack/progress";

export type { EstateDemonstration };

/**
 * Loads the firewalls of the demonstration into a security manager, as the local stack does. `token` must have the
 * permission estate:manage. Returns the demonstration estate as its files describe it.
 */
export async function loadDemonstrationEstate(place: {
  readonly managerUrl: string;
  readonly token: string;
}): Promise<EstateDemonstration> {
  const folder = mkdtempSync(path.join(tmpdir(), "estate-"));
  const stateFile = path.join(folder, "state.json");
  const progress = showProgress({ write: () => undefined });
  try {
    await loadEstateDemonstration({
      ...{ ...place, stateFile, progress, now: Date.now() },
      signal: new AbortController().signal,
    });
    return readEstateDemonstration();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
