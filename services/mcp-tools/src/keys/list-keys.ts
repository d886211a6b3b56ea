import type { Failure } from "@network-access/service-runtime/failure";
import { type PageArguments, readPageArguments } from "@network-access/service-runtime/page-arguments";
import { encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { KeyStore } from "./key-store.ts";
import type { ToolKey } from "./tool-key.ts";

const list = {
  kind: "tool-keys",
  position: z.tuple([z.int().min(-8.64e15).max(8.64e15), z.string()]),
  defaultLimit: 50,
  maxLimit: 200,
};

type Listed =
  | { readonly ok: true; readonly keys: readonly ToolKey[]; readonly nextPageKey: string | null }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Returns one page of keys, the newest first, and the page key with which the next page is requested. The page key is
 * null if there is no next page.
 */
export async function listKeys(
  { keys }: { readonly keys: Pick<KeyStore, "list"> },
  given: PageArguments,
): Promise<Listed> {
  const read = readPageArguments(given, list);
  if (!read.ok) return read;
  const { limit, after } = read.page;
  const position = after === null ? null : { createdAt: new Date(after[0]), id: after[1] };
  const found = await keys.list({ after: position, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextPageKey =
    found.length > limit && last ? encodePageKey(list.kind, [last.createdAt.getTime(), last.id]) : null;
  return { ok: true, keys: page, nextPageKey };
}
