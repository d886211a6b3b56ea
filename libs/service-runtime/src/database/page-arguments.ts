import type { z } from "zod";
import type { FieldError, InvalidInput } from "../http/failure.ts";
import { decodePageKey } from "./page-key.ts";

/** The arguments of a paged list, as a client sends them. */
export interface PageArguments {
  /** The `nextPageKey` of the previous page. The first page has none. */
  readonly nextPageKey?: string | null | undefined;
  /** The largest number of entries on the page. */
  readonly limit?: number | null | undefined;
}

/**
 * Describes a paged list. `kind` is part of the list's page keys. `position` is the schema of the position in a page
 * key.
 */
export interface PagedList<Position> {
  readonly kind: string;
  readonly position: z.ZodType<Position>;
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

/** The page that a client asks for. `after` is null for the first page. */
export interface PageRequest<Position> {
  readonly limit: number;
  readonly after: Position | null;
}

/**
 * Reads the arguments of a page. Returns an `invalid-input` failure if the limit is out of bounds or the key is not a
 * key of this list. If the limit and the key are wrong, the failure contains both errors.
 */
export function readPageArguments<Position>(
  { nextPageKey, limit: given }: PageArguments,
  { kind, position, defaultLimit, maxLimit }: PagedList<Position>,
):
  | { readonly ok: true; readonly page: PageRequest<Position> }
  | { readonly ok: false; readonly failure: InvalidInput } {
  const fields: FieldError[] = [];
  const limit = given ?? defaultLimit;
  if (limit < 1 || limit > maxLimit) {
    const most = maxLimit.toLocaleString("en-US");
    fields.push({ path: "limit", message: `is ${limit}; send 1 to ${most}, or nothing for ${defaultLimit}` });
  }
  const key = nextPageKey == null ? undefined : decodePageKey(kind, nextPageKey, position);
  if (key && !key.ok) fields.push(...key.failure.fields);
  if (fields.length > 0) return { ok: false, failure: { kind: "invalid-input", fields } };
  return { ok: true, page: { limit, after: key?.ok ? key.position : null } };
}
