import { parseJson } from "@network-access/service-runtime/parse-json";
import { z } from "zod";

/**
 * The keys that encrypt secrets. New secrets are encrypted with the key whose id is `current`. Secrets that were
 * encrypted with another of these keys can still be decrypted. The key for address digests (address-digest.ts) is
 * derived from the current key.
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
/**
 * The maximum length of a key id that an error message shows. A longer id may be a key (at least 43 characters of
 * base64), so the message shows only its length.
 */
const LONGEST_SHOWN = 32;
const ID_FORM = '1 to 64 letters, digits, ".", "_" or "-"';
const id = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, `must be ${ID_FORM}`);
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
 * Parses secret keys from JSON of the form `{"current": "2", "keys": {"1": "...", "2": "..."}}`. If the text is
 * invalid, `problem` lists all errors. It never contains a key.
 */
export function parseSecretKeys(text: string): ParsedKeys {
  const json = parseJson(text);
  if (json === undefined) return { ok: false, problem: "is not JSON" };
  const parsed = KeyFile.safeParse(json);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => {
      const message = issue.code === "invalid_key" ? `must have an id of ${ID_FORM}` : issue.message;
      return `${["it", ...issue.path.map(shownName)].join(".")} ${message}`;
    });
    return { ok: false, problem: `can't be used: ${errors.join("; ")}` };
  }
  const { current, keys } = parsed.data;
  const bytes = Object.entries(keys).map(([name, key]): [string, Buffer] => [name, Buffer.from(key, "base64")]);
  return { ok: true, keys: { current, keys: new Map(bytes) } };
}

/**
 * Formats a property name of the key file for an error message. If the name is long, returns only its length, because
 * in a mistyped file the name may be a secret key.
 */
function shownName(name: PropertyKey): string {
  const text = String(name);
  return text.length > LONGEST_SHOWN ? `(an id of ${text.length} characters)` : text;
}
