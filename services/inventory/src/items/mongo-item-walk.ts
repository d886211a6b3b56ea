import type { Db } from "mongodb";
import { openItemOf } from "./item-document.ts";
import type { ItemWalk } from "./item-walk.ts";
import { itemsOf } from "./mongo-item-store.ts";

export function createMongoItemWalk(database: Db): ItemWalk {
  const items = itemsOf(database);
  const whole = { attributes: 0 } as const;
  return {
    async read(after, limit, seenSince) {
      const rest = { _id: { $gt: after } };
      const found = await items
        .find(rest, {
          projection: seenSince ? { lastSeenAt: 1, deletedAt: 1, unsearchableReason: 1 } : whole,
          sort: { _id: 1 },
          limit,
        })
        .toArray();
      const next = found.length < limit ? undefined : found.at(-1)?._id;
      if (!seenSince) return { items: found.map(openItemOf), next };
      const seen = found
        .filter((item) => item.deletedAt === undefined && item.lastSeenAt >= seenSince)
        .filter((item) => item.unsearchableReason === undefined)
        .map((item) => item._id);
      if (seen.length === 0) return { items: [], next };
      const batchSize = seen.length + 1;
      const read = await items.find({ _id: { $in: seen } }, { projection: whole, batchSize }).toArray();
      return { items: read.filter((item) => item.deletedAt === undefined).map(openItemOf), next };
    },
  };
}
