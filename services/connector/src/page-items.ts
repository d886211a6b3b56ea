const MOST_ITEMS = 1_000;
/**
 * The most bytes in one upload. The inventory limits the bytes of a body and the number of its JSON members. This is
 * half of the inventory's limit for bytes, because a larger upload could exceed the limit for members.
 */
const MOST_BYTES = 8 * 1_024 * 1_024;

/** The items of one upload. */
export interface ItemPage {
  readonly count: number;
  /** The items as a JSON list. */
  readonly json: string;
}

/** Splits JSON texts into pages that the inventory accepts, in the order of the texts. */
export function* pageItems(
  items: Iterable<string>,
  { mostItems = MOST_ITEMS, mostBytes = MOST_BYTES } = {},
): Iterable<ItemPage> {
  let page: string[] = [];
  let bytes = 2;
  for (const item of items) {
    const more = Buffer.byteLength(item) + 1;
    if (page.length > 0 && (page.length >= mostItems || bytes + more > mostBytes)) {
      yield { count: page.length, json: `[${page.join(",")}]` };
      page = [];
      bytes = 2;
    }
    page.push(item);
    bytes += more;
  }
  if (page.length > 0) yield { count: page.length, json: `[${page.join(",")}]` };
}
