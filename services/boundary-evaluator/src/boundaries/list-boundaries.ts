import type { Failure } from "@network-access/service-runtime/failure";
import { type PageArguments, readPageArguments } from "@network-access/service-runtime/page-arguments";
import { encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { Boundary } from "./boundary.ts";
import type { BoundaryStore } from "./boundary-store.ts";

/**
 * The size limit of a page, in bytes. A page ends with the first boundary that makes the page larger than this limit,
 * even if the caller asked for more boundaries.
 */
const MAX_PAGE_BYTES = 8 * 1_024 * 1_024;
const list = { kind: "boundaries", position: z.tuple([z.string()]), defaultLimit: 50, maxLimit: 200 };

export interface BoundaryPage {
  readonly items: readonly Boundary[];
  readonly nextPageKey: string | null;
}

/**
 * Returns one page of boundaries, ordered by id. If a boundary is saved between two pages, no other boundary is skipped
 * or listed twice.
 */
export async function listBoundaries(
  { boundaries }: { readonly boundaries: Pick<BoundaryStore, "list"> },
  given: PageArguments,
): Promise<{ readonly ok: true; readonly page: BoundaryPage } | { readonly ok: false; readonly failure: Failure }> {
  const read = readPageArguments(given, list);
  if (!read.ok) return read;
  const { after, limit } = read.page;
  const { items, more } = await boundaries.list(after?.[0] ?? null, limit, MAX_PAGE_BYTES);
  const last = items.at(-1);
  return { ok: true, page: { items, nextPageKey: more && last ? encodePageKey(list.kind, [last.id]) : null } };
}
