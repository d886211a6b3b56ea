import type { Answered, Boundaries, StoredBoundary } from "./boundaries.ts";

/**
 * The maximum number of pages that are read. No installation has this many pages. If a faulty service always returns
 * another page key, the read fails at this limit.
 */
const MOST_PAGES = 10_000;

/** Reads all boundaries page by page and returns those that `keeps` selects. */
export async function readStored(
  { boundaries, onPage }: { readonly boundaries: Pick<Boundaries, "list">; readonly onPage: (read: number) => void },
  keeps: (stored: StoredBoundary) => boolean,
): Promise<Answered<readonly StoredBoundary[]>> {
  const kept: StoredBoundary[] = [];
  let nextPageKey: string | null = null;
  let read = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const listed = await boundaries.list(nextPageKey);
    if (!listed.ok) return listed;
    read += listed.answer.items.length;
    onPage(read);
    kept.push(...listed.answer.items.filter(keeps));
    nextPageKey = listed.answer.nextPageKey;
    if (nextPageKey === null) return { ok: true, answer: kept };
  }
  const message = `its list of boundaries does not end after ${MOST_PAGES} pages`;
  return { ok: false, failure: { kind: "refused", code: "ENDLESS", message, fields: [] } };
}
