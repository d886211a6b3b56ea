import type { Inventory } from "./inventory.ts";
import type { ItemPage } from "./page-items.ts";

/**
 * The number of concurrent uploads. While the inventory stores one page, the command compresses and sends the next
 * ones.
 */
const AT_ONCE = 3;

/** A page and the result of its upload. */
export interface SentPage {
  readonly page: ItemPage;
  readonly sent: Awaited<ReturnType<Inventory["upload"]>>;
}

/**
 * Uploads the pages of one run, and yields the results in the order of the pages. The first page is sent alone, because
 * it opens the run. After it, up to three pages are sent concurrently. After a failure, no further page is sent. The
 * results of uploads that have already begun are still yielded.
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
