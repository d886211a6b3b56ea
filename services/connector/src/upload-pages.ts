import type { Inventory } from "./inventory.ts";
import type { ItemPage } from "./page-items.ts";

/** The next pages are compressed and sent while the inventory writes one. */
const AT_ONCE = 3;

/** A page and the result of its upload. */
export interface SentPage {
  readonly page: ItemPage;
  readonly sent: Awaited<ReturnType<Inventory["upload"]>>;
}

/**
 * Uploads the pages of one run: the first alone, because it opens the run, then up to three at once. Yields results in
 * order. After a failure it starts no further page and yields those already started.
 */
export async function* uploadPages(
  upload: (page: ItemPage) => Promise<SentPage["sent"]>,
  pages: Iterable<ItemPage>,
): AsyncIterable<SentPage> {
  const underWay: Promise<SentPage>[] = [];
  let hasFailed = false;
  let most = 1;
  for (const page of pages) {
    underWay.push(begin(page));
    if (underWay.length < most) continue;
    for (const oldest of underWay.splice(0, 1)) yield await oldest;
    if (hasFailed) break;
    most = AT_ONCE;
  }
  for (const one of underWay) yield await one;

  async function begin(page: ItemPage): Promise<SentPage> {
    const sent = await upload(page);
    hasFailed ||= !sent.ok;
    return { page, sent };
  }
}
