import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BasePackages, PACKAGE_NAMES, PINS_FILE, SUITE } from "./base-packages.ts";
import { stableApt } from "./stable-apt.ts";

/**
 * Writes the newest version and the SHA-256 of each base package into `PINS_FILE`, and returns them. The newest
 * versions come from Debian's stable suite and its security updates.
 */
export async function pinBasePackages(): Promise<BasePackages> {
  const folder = mkdtempSync(join(tmpdir(), "network-access-apt-"));
  try {
    const apt = await stableApt(SUITE, folder);
    const printed = await apt(["download", "--print-uris", ...PACKAGE_NAMES.map((name) => `${name}:amd64`)]);
    const pins = { suite: SUITE, architecture: "amd64", packages: readPrintedUris(printed) };
    const missing = PACKAGE_NAMES.filter((name) => !pins.packages.some((each) => each.name === name));
    if (missing.length > 0) throw new Error(`apt printed no address and SHA-256 of ${missing.join(", ")}`);
    writeFileSync(PINS_FILE, `${JSON.stringify(pins, null, 2)}\n`);
    return pins;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Parses the lines `'ADDRESS' FILE SIZE SHA256:HASH`, which apt prints with --print-uris. */
export function readPrintedUris(printed: string): BasePackages["packages"] {
  return [...printed.matchAll(/^'[^']*' ([^_\s]+)_([^_\s]+)_\S+ \d+ SHA256:([0-9a-f]{64})$/gm)]
    .map(([, name = "", version = "", sha256 = ""]) => ({ name, version: decodeURIComponent(version), sha256 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
