import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** Reads what a clone stored about a demonstration that it loaded. Returns undefined if nothing readable is stored. */
export function readLoadState<State>(file: string): State | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as State;
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically. Only the owner of the file can read it, because it contains secrets. */
export function writeLoadState<State extends object>(file: string, state: State): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
