import type { Failure } from "@network-access/service-runtime/failure";
import { type PageArguments, readPageArguments } from "@network-access/service-runtime/page-arguments";
import { encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { ChangeRequest } from "./change-request.ts";
import type { ChangeRequestStore } from "./change-request-store.ts";

const list = {
  kind: "change-requests",
  position: z.tuple([z.iso.datetime({ precision: 3 }), z.string().min(1)]),
  defaultLimit: 50,
  maxLimit: 200,
};
/**
 * The most bytes of change requests in one page. This bounds the memory that a page takes in each process that handles
 * it.
 */
const MAX_PAGE_BYTES = 8 * 1_024 * 1_024;

export type ListedPage =
  | { readonly ok: true; readonly items: readonly ChangeRequest[]; readonly nextPageKey: string | null }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Returns one page of change requests, the newest first. The next page begins after the last change request of this
 * page, even if change requests were created or deleted in the meantime.
 */
export async function listChangeRequests(
  { store }: { readonly store: Pick<ChangeRequestStore, "page"> },
  given: PageArguments,
): Promise<ListedPage> {
  const read = readPageArguments(given, list);
  if (!read.ok) return read;
  const { limit } = read.page;
  const [createdAt, id] = read.page.after ?? [];
  const after = createdAt === undefined || id === undefined ? undefined : { createdAt, id };
  const { items, more } = await store.page({ after, limit, maxBytes: MAX_PAGE_BYTES });
  const last = items.at(-1);
  return { ok: true, items, nextPageKey: more && last ? encodePageKey(list.kind, [last.createdAt, last.id]) : null };
}
