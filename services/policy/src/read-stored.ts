import type { Answered, Boundaries, StoredBoundary } from "./boundaries.ts";

/**
 * More pages than any installation has. The limit ends the loop if a faulty service always returns another page key.
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
