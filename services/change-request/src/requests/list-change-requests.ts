import type { Failure, FieldError } from "@network-access/service-runtime/failure";
import { decodePageKey, encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { ChangeRequest } from "./change-request.ts";
import type { ChangeRequestStore } from "./change-request-store.ts";

const kind = "change-requests";
const Position = z.tuple([z.iso.datetime({ precision: 3 }), z.string().min(1)]);
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** A page of the largest requests ends early, to bound the memory of three processes. */
const MAX_PAGE_BYTES = 8 * 1_024 * 1_024;

export type ListedPage =
  | { readonly ok: true; readonly items: readonly ChangeRequest[]; readonly nextPageKey: string | null }
  | { readonly ok: false; readonly failure: Failure };

/**
 * One page, newest first by creation. A key continues after the last request of its page, whatever was created or
 * deleted since.
 */
export async function listChangeRequests(
  { store }: { readonly store: Pick<ChangeRequestStore, "page"> },
  nextPageKey: string | undefined,
  limit: number = DEFAULT_LIMIT,
): Promise<ListedPage> {
  const errors: FieldError[] = [];
  if (limit < 1 || limit > MAX_LIMIT) errors.push({ path: "limit", message: `is ${limit}; send 1 to ${MAX_LIMIT}` });
  const key = nextPageKey === undefined ? undefined : decodePageKey(kind, nextPageKey, Position);
  if (key && !key.ok) {
    if (key.failure.kind !== "invalid-input") return key;
    errors.push(...key.failure.fields);
  }
  if (errors.length > 0) return { ok: false, failure: { kind: "invalid-input", fields: errors } };

  const after = key?.ok ? { createdAt: key.position[0], id: key.position[1] } : undefined;
  const { items, more } = await store.page({ after, limit, maxBytes: MAX_PAGE_BYTES });
  const last = items.at(-1);
  return { ok: true, items, nextPageKey: more && last ? encodePageKey(kind, [last.createdAt, last.id]) : null };
}
