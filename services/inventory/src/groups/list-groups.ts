import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { decodePageKey, encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { Group } from "./group.ts";
import type { GroupStore } from "./group-store.ts";

const Position = z.tuple([z.string()]);
const KIND = "groups";

/** One page of groups in order of their ids, and the key of the next. */
export async function listGroups(
  { groups }: { readonly groups: Pick<GroupStore, "list"> },
  { nextPageKey, limit }: { readonly nextPageKey: string | null; readonly limit: number | null },
): Promise<
  | { readonly ok: true; readonly groups: readonly Group[]; readonly nextPageKey: string | null }
  | { readonly ok: false; readonly failure: Failure }
> {
  const size = limit ?? 50;
  if (size < 1 || size > 200) return { ok: false, failure: invalidInput("limit", `is ${size}; 1 to 200 work`) };
  const start = nextPageKey === null ? undefined : decodePageKey(KIND, nextPageKey, Position);
  if (start && !start.ok) return start;
  const found = await groups.list(start?.position[0], size + 1);
  const page = found.slice(0, size);
  const last = page.at(-1);
  return { ok: true, groups: page, nextPageKey: found.length > size && last ? encodePageKey(KIND, [last.id]) : null };
}
