import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { insertNew } from "@network-access/service-runtime/insert-new";
import type { Db } from "mongodb";
import type { UseLedger } from "./use-ledger.ts";

interface UseDocument {
  /**
   * "<change request UUID>:<revision>:<boundary UUID>". Because of this key, a boundary is counted as used only once
   * for each revision of a request.
   */
  readonly _id: string;
  readonly boundaryUuid: string;
  readonly usedAt: string;
}

export const USE_INDEXES: CollectionIndexes = {
  collection: "boundary-uses",
  indexes: [{ key: { boundaryUuid: 1, usedAt: -1 } }],
};

/** Stores one document per use. */
export function mongoUseLedger(database: Db): UseLedger {
  const documents = database.collection<UseDocument>(USE_INDEXES.collection);
  return {
    async add(uses) {
      await insertNew(
        documents,
        uses.map(({ changeRequestUuid, revision, boundaryUuid, usedAt }) => ({
          _id: `${changeRequestUuid}:${revision}:${boundaryUuid}`,
          boundaryUuid,
          usedAt,
        })),
      );
    },
    async usage(boundaryUuids) {
      const found = documents.aggregate<{ _id: string; useCount: number; lastUsedAt: string }>([
        { $match: { boundaryUuid: { $in: [...boundaryUuids] } } },
        { $group: { _id: "$boundaryUuid", useCount: { $sum: 1 }, lastUsedAt: { $max: "$usedAt" } } },
      ]);
      const usage = new Map<string, { useCount: number; lastUsedAt: string }>();
      for await (const { _id, useCount, lastUsedAt } of found) usage.set(_id, { useCount, lastUsedAt });
      return usage;
    },
  };
}
