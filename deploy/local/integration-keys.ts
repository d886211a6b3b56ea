import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates the key file of the boundary-evaluator service if it does not exist. The service encrypts the signing secrets
 * of integrations with the key in this file. Only the file's owner can read it.
 */
export function makeIntegrationKeys(file: string): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const keys = { current: "1", keys: { 1: randomBytes(32).toString("base64") } };
  writeFileSync(`${file}.part`, JSON.stringify(keys), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
