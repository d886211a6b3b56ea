import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** Reads the load state of a demonstration. Returns undefined if the file is missing or contains no valid JSON. */
export function readLoadState<State>(file: string): State | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as State;
  } catch {
    return undefined;
  }
}

/**
 * Writes the load state of a demonstration. The file is replaced atomically. Only its owner can read it, because it
 * contains secrets.
 */
export function writeLoadState<State extends object>(file: string, state: State): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
