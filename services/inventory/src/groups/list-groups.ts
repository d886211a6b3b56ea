import type { Failure } from "@network-access/service-runtime/failure";
import { type PageArguments, readPageArguments } from "@network-access/service-runtime/page-arguments";
import { encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { Group } from "./group.ts";
import type { GroupStore } from "./group-store.ts";

const list = { kind: "groups", position: z.tuple([z.string()]), defaultLimit: 50, maxLimit: 200 };

/** Returns one page of groups in the order of their ids, and the key of the next page. */
export async function listGroups(
  { groups }: { readonly groups: Pick<GroupStore, "list"> },
  given: PageArguments,
): Promise<
  | { readonly ok: true; readonly groups: readonly Group[]; readonly nextPageKey: string | null }
  | { readonly ok: false; readonly failure: Failure }
> {
  const read = readPageArguments(given, list);
  if (!read.ok) return read;
  const { after, limit } = read.page;
  const found = await groups.list(after?.[0], limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ok: true,
    groups: page,
    nextPageKey: found.length > limit && last ? encodePageKey(list.kind, [last.id]) : null,
  };
}
