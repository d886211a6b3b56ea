import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import type { StoredText } from "./packed-text.ts";
import type { ListedRevision } from "./preview-protocol.ts";
import type { PreviewRunner } from "./preview-runner.ts";
import type { Result, StoredRequests } from "./stored-requests.ts";

export interface ReadPageNeeds {
  readonly requests: Pick<StoredRequests, "newestRevisions">;
  readTexts(revisions: readonly ListedRevision[], signal: AbortSignal): Promise<Result<readonly StoredText[]>>;
}

/** A page of newest revisions that is being read. */
export type Listing = ReturnType<StoredRequests["newestRevisions"]>;

export interface PageRead {
  /** The next page of revisions, which is already being read. Null if there is no next page. */
  readonly next: Listing | null;
  readonly count: number;
}

/** The number of texts that one read loads, and the number of reads that run at the same time. */
const TEXTS_AT_ONCE = 500;
const READS_AT_ONCE = 2;

/** Begins to read a page of the newest revisions. */
export function listAhead(
  { requests }: Pick<ReadPageNeeds, "requests">,
  after: string | null,
  signal: AbortSignal,
): Listing {
  const listing = requests.newestRevisions(after, signal);
  // The caller awaits this promise later, or never if another step fails first. Without this handler, a rejection would
  // be unhandled until then.
  listing.catch(() => undefined);
  return listing;
}

/** Loads a page of requests into the preview threads. Only texts that the threads have not cached are loaded. */
export async function readPage(
  needs: ReadPageNeeds,
  runner: PreviewRunner,
  { run, page, listing }: { readonly run: string; readonly page: number; readonly listing: Listing },
  signal: AbortSignal,
): Promise<Result<PageRead>> {
  const listed = await listing;
  if (!listed.ok) return listed;
  const { revisions, nextAfter } = listed.value;
  const next = nextAfter === null ? null : listAhead(needs, nextAfter, signal);
  const missing = await runner.execute("list", { run, page, revisions }, signal);
  const batches: ListedRevision[][] = [];
  for (let start = 0; start < missing.length; start += TEXTS_AT_ONCE)
    batches.push(missing.slice(start, start + TEXTS_AT_ONCE).map((place) => revisions[place] as ListedRevision));
  let refused: Extract<Result<never>, { ok: false }> | null = null;
  await forEachConcurrent(batches, READS_AT_ONCE, async (batch) => {
    if (refused !== null) return;
    const read = await needs.readTexts(batch, signal);
    if (read.ok) await runner.execute("load", { run, page, texts: read.value }, signal);
    else refused ??= read;
  });
  return refused ?? { ok: true, value: { next, count: revisions.length } };
}
