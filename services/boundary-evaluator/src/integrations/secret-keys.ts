import { parseJson } from "@network-access/service-runtime/parse-json";
import { z } from "zod";

/**
 * The keys that encrypt secrets. New secrets use the current key, and older secrets stay readable. The key of
 * address-digest.ts is derived from the current key.
 */
export interface SecretKeys {
  readonly current: string;
  /** The keys by their ids, each of 32 bytes. */
  readonly keys: ReadonlyMap<string, Buffer>;
}

/** Returns the key with this id. Throws if the key is not configured. */
export function keyOf(keys: SecretKeys["keys"], id: string): Buffer {
  const key = keys.get(id);
  if (!key) throw new Error(`the key "${id}" is not among the configured ones`);
  return key;
}

const KEY_BYTES = 32;
const id = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 letters, digits, ".", "_" or "-"');
const key = z.base64("must be base64").refine((text) => Buffer.from(text, "base64").length === KEY_BYTES, {
  error: `must be ${KEY_BYTES} random bytes in base64`,
});
const KeyFile = z
  .object({ current: id, keys: z.record(id, key) })
  .refine(({ current, keys }) => Object.hasOwn(keys, current), {
    path: ["current"],
    error: "must name one of the keys",
  });

export type ParsedKeys =
  | { readonly ok: true; readonly keys: SecretKeys }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads `{"current": "2", "keys": {"1": "…", "2": "…"}}`. If the text is invalid, `problem` lists all errors, but never
 * contains a part of the text.
 */
export function parseSecretKeys(text: string): ParsedKeys {
  const json = parseJson(text);
  if (json === undefined) return { ok: false, problem: "is not JSON" };
  const parsed = KeyFile.safeParse(json);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => `${["it", ...path].join(".")} ${message}`);
    return { ok: false, problem: `can't be used: ${errors.join("; ")}` };
  }
  const { current, keys } = parsed.data;
  const bytes = Object.entries(keys).map(([name, key]): [string, Buffer] => [name, Buffer.from(key, "base64")]);
  return { ok: true, keys: { current, keys: new Map(bytes) } };
}
