import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { decodePageKey, encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { Boundary } from "./boundary.ts";
import type { BoundaryStore } from "./boundary-store.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** A page of very large boundaries is shorter. */
const MAX_PAGE_BYTES = 8 * 1_024 * 1_024;
const listName = "boundaries";
const Position = z.tuple([z.string()]);

export interface BoundaryPage {
  readonly items: readonly Boundary[];
  readonly nextPageKey: string | null;
}

/** One page, by id. A boundary saved between pages never repeats or hides another. */
export async function listBoundaries(
  { boundaries }: { readonly boundaries: Pick<BoundaryStore, "list"> },
  { nextPageKey, limit }: { readonly nextPageKey: string | null; readonly limit: number | null },
): Promise<{ readonly ok: true; readonly page: BoundaryPage } | { readonly ok: false; readonly failure: Failure }> {
  const size = limit ?? DEFAULT_LIMIT;
  if (size < 1 || size > MAX_LIMIT)
    return {
      ok: false,
      failure: invalidInput("limit", `is ${size}; 1 to ${MAX_LIMIT} work, ${DEFAULT_LIMIT} is the default`),
    };
  let afterId: string | null = null;
  if (nextPageKey !== null) {
    const decoded = decodePageKey(listName, nextPageKey, Position);
    if (!decoded.ok) return decoded;
    afterId = decoded.position[0];
  }
  const { items, more } = await boundaries.list(afterId, size, MAX_PAGE_BYTES);
  const last = items.at(-1);
  return { ok: true, page: { items, nextPageKey: more && last ? encodePageKey(listName, [last.id]) : null } };
}
