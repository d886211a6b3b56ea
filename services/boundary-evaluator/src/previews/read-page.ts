import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import type { Previewing } from "./ask-previewing.ts";
import type { StoredText } from "./packed-text.ts";
import type { ListedRevision } from "./previewing-message.ts";
import type { StoredRequests, Told } from "./stored-requests.ts";

/** What reading stored requests for previews needs. */
export interface ReadPageNeeds {
  readonly requests: Pick<StoredRequests, "newestRevisions">;
  readTexts(revisions: readonly ListedRevision[], signal: AbortSignal): Promise<Told<readonly StoredText[]>>;
}

/** A page of newest revisions on its way. */
export type Listing = ReturnType<StoredRequests["newestRevisions"]>;

export interface PageRead {
  /** The next page, asked for already; null: there is none. */
  readonly next: Listing | null;
  readonly count: number;
}

/** Texts read together, and how many such readings are under way at once. */
const TEXTS_AT_ONCE = 500;
const READINGS_AT_ONCE = 2;

/** Asks for a page of the newest revisions before anybody waits for it. */
export function listAhead(
  { requests }: Pick<ReadPageNeeds, "requests">,
  after: string | null,
  signal: AbortSignal,
): Listing {
  const listing = requests.newestRevisions(after, signal);
  // Looked at when it is read, unless something else fails before.
  listing.catch(() => undefined);
  return listing;
}

/** Takes a page of requests and gives whoever previews the texts that it does not hold. */
export async function readPage(
  needs: ReadPageNeeds,
  previewing: Previewing,
  { run, page, listing }: { readonly run: string; readonly page: number; readonly listing: Listing },
  signal: AbortSignal,
): Promise<Told<PageRead>> {
  const listed = await listing;
  if (!listed.ok) return listed;
  const { revisions, nextAfter } = listed.value;
  const next = nextAfter === null ? null : listAhead(needs, nextAfter, signal);
  const lacking = await previewing.ask("list", { run, page, revisions }, signal);
  const batches: ListedRevision[][] = [];
  for (let start = 0; start < lacking.length; start += TEXTS_AT_ONCE)
    batches.push(lacking.slice(start, start + TEXTS_AT_ONCE).map((place) => revisions[place] as ListedRevision));
  let refused: Extract<Told<never>, { ok: false }> | null = null;
  await forEachConcurrent(batches, READINGS_AT_ONCE, async (batch) => {
    if (refused !== null) return;
    const read = await needs.readTexts(batch, signal);
    if (read.ok) await previewing.ask("hold", { run, page, texts: read.value }, signal);
    else refused ??= read;
  });
  return refused ?? { ok: true, value: { next, count: revisions.length } };
}
