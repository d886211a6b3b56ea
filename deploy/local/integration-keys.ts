import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates the key file of the evaluator if it does not exist yet. The evaluator encrypts the signing secrets of
 * integrations with this key. Only the owner of the file can read it.
 */
export function makeIntegrationKeys(file: string): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const keys = { current: "1", keys: { 1: randomBytes(32).toString("base64") } };
  writeFileSync(`${file}.part`, JSON.stringify(keys), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
