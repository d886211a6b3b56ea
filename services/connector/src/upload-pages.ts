import type { Inventory } from "./inventory.ts";
import type { ItemPage } from "./page-items.ts";

/** While the inventory writes one page, the next ones are packed and on their way. */
const AT_ONCE = 3;

/** A page, and what became of it. */
export interface SentPage {
  readonly page: ItemPage;
  readonly sent: Awaited<ReturnType<Inventory["upload"]>>;
}

/**
 * Uploads the pages of one run: the first by itself, because it opens the run, the others up to three at once. Gives
 * them in their order. After a failure no other page is begun; those that are on their way are given all the same.
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
