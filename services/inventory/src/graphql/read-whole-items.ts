import { type Failure, generalFailures, invalidInput } from "@network-access/service-runtime/failure";
import { presentFailure } from "@network-access/service-runtime/graphql-failure";
import type { Item } from "../items/item.ts";
import type { ItemStore } from "../items/item-store.ts";

/**
 * The maximum size of all raw attributes in the result of one operation, in characters of JSON. It is reached by 32
 * items of the largest size.
 */
const MOST_ATTRIBUTES = 8 * 1_024 * 1_024;
/**
 * One query reads at most this many items. If all of them have the largest size, the query returns 16 MiB of
 * attributes.
 */
const STEP = 64;

/**
 * Returns a function that reads items with their raw attributes for one operation. The function reads 64 items per
 * query. It throws BAD_USER_INPUT as soon as the attributes that it has read exceed `most` characters in total.
 */
export function readWholeItems(
  items: Pick<ItemStore, "read">,
  most = MOST_ATTRIBUTES,
): (itemIds: readonly string[]) => Promise<ReadonlyMap<string, Item>> {
  let left = most;
  let before: Promise<unknown> = Promise.resolve();

  return (itemIds) => {
    const reading = before.then(() => read(itemIds));
    before = reading.catch(() => undefined);
    return reading;
  };

  async function read(itemIds: readonly string[]): Promise<ReadonlyMap<string, Item>> {
    const found = new Map<string, Item>();
    for (let at = 0; at < itemIds.length; at += STEP) {
      if (left < 0) break;
      for (const [itemId, item] of await items.read(itemIds.slice(at, at + STEP))) {
        left -= item.attributes?.length ?? 0;
        found.set(itemId, item);
      }
    }
    if (left >= 0) return found;
    const message = `the raw attributes of these items take more than ${most} characters together; ask for fewer items at once`;
    throw presentFailure<Failure>(generalFailures)(invalidInput("item", message));
  }
}
