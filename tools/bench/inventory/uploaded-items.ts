import { createHash } from "node:crypto";
import { type GeneratedItem, generatedItem } from "@network-access/testkit/generated-items";
import type { InventoryClient } from "./inventory-client.ts";

/** The number of items in one upload. */
export const ITEMS_A_BODY = 1_000;
/** The number of concurrent uploads of a connector. */
export const UPLOADS_AT_ONCE = 4;

/** Returns upload bodies for items with consecutive numbers. They are created before the measurement. */
export function uploadBodies(discoveryId: string, first: number, count: number): Buffer[] {
  const bodies: Buffer[] = [];
  for (let from = first; from < first + count; from += ITEMS_A_BODY) {
    const length = Math.min(ITEMS_A_BODY, first + count - from);
    const items = Array.from({ length }, (_, n) => generatedItem(from + n));
    bodies.push(Buffer.from(JSON.stringify({ discoveryId, items })));
  }
  return bodies;
}

/** Returns the database ids of the items with these numbers. */
export function itemIds(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const { accountId, region, type, id } = generatedItem(first + n);
    return createHash("sha256")
      .update(JSON.stringify([accountId, region, type, id]))
      .digest("hex");
  });
}

/**
 * Sends all bodies, a few at a time. Returns the time until the last acknowledgement, and the total counts of the
 * responses.
 */
export async function uploadAll(
  client: Pick<InventoryClient, "upload">,
  bodies: readonly Uint8Array[],
): Promise<{ ms: number; accepted: number; unchanged: number }> {
  const beganAt = performance.now();
  const count = { accepted: 0, unchanged: 0 };
  await severalAtOnce(bodies, UPLOADS_AT_ONCE, async (body) => {
    const { accepted, unchanged } = await client.upload(body);
    count.accepted += accepted;
    count.unchanged += unchanged;
  });
  return { ms: performance.now() - beganAt, ...count };
}

/** Calls `work` for every entry. At most `atOnce` calls run at the same time. */
export async function severalAtOnce<Entry>(
  entries: readonly Entry[],
  atOnce: number,
  work: (entry: Entry) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < entries.length) {
      const entry = entries[next++];
      if (entry !== undefined) await work(entry);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** A group and its membership test. */
export interface BenchGroup {
  readonly id: string;
  readonly filter: object;
  readonly holds: (item: GeneratedItem) => boolean;
}

/** Returns a group for each application, a group for each region, and a group with all items. */
export function benchGroups(sample: readonly GeneratedItem[]): BenchGroup[] {
  const distinct = (values: readonly (string | undefined)[]) => [...new Set(values.flatMap((one) => one ?? []))].sort();
  const applications = distinct(sample.map(({ tags }) => tags.Application));
  const regions = distinct(sample.map(({ region }) => region));
  return [
    ...applications.map((value) => ({
      id: `application-${value}`,
      filter: { tags: [{ key: "Application", value }] },
      holds: ({ tags }: GeneratedItem) => tags.Application === value,
    })),
    ...regions.map((region) => ({
      id: `region-${region}`,
      filter: { regions: [region] },
      holds: (item: GeneratedItem) => item.region === region,
    })),
    { id: "everything", filter: { cidrs: ["10.0.0.0/8"] }, holds: () => true },
  ];
}
