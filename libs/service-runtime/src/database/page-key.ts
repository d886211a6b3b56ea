import { createHash } from "node:crypto";
import { z } from "zod";
import { type InvalidInput, invalidInput } from "../http/failure.ts";
import { parseJson } from "../http/parse-json.ts";

const maxLength = 4_096;
const version = 1;
const outer = z.tuple([z.literal(version), z.string(), z.array(z.union([z.string(), z.number(), z.null()]))]);

/** The sort values of the last entry of a page. */
export type PagePosition = readonly (string | number | null)[];

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 11);
}

/**
 * Encodes an opaque key of the next page. `kind` identifies the list and its filter, so that a key is refused for any
 * other list.
 */
export function encodePageKey(kind: string, position: PagePosition): string {
  const text = JSON.stringify([version, kind, position]);
  return `${Buffer.from(text).toString("base64url")}.${checksum(text)}`;
}

/**
 * Decodes a page key. Returns an `invalid-input` failure for `nextPageKey` if the key is damaged or belongs to another
 * list.
 */
export function decodePageKey<Position>(
  kind: string,
  key: string,
  position: z.ZodType<Position>,
): { readonly ok: true; readonly position: Position } | { readonly ok: false; readonly failure: InvalidInput } {
  const text = textOf(key);
  const parsed = text === undefined ? undefined : outer.safeParse(parseJson(text));
  if (parsed?.success && parsed.data[1] === kind) {
    const inner = position.safeParse(parsed.data[2]);
    if (inner.success) return { ok: true, position: inner.data };
  }
  const message = "is not a key of this list; send the nextPageKey of the page before, or none for the first page";
  return { ok: false, failure: invalidInput("nextPageKey", message) };
}

function textOf(key: string): string | undefined {
  if (key.length > maxLength) return undefined;
  const match = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{11})$/.exec(key);
  if (!match?.[1]) return undefined;
  const text = Buffer.from(match[1], "base64url").toString();
  // Several base64url texts decode to the same bytes, but only the text that `encodePageKey` returned is valid.
  const same = Buffer.from(text).toString("base64url") === match[1];
  return same && checksum(text) === match[2] ? text : undefined;
}
