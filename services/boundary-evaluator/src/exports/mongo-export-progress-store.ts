import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import type { Db } from "mongodb";
import type { ExportProgress, ExportProgressStore } from "./export-progress-store.ts";

interface ProgressDocument extends ExportProgress {
  /** "<integration UUID>:<change request UUID>". */
  readonly _id: string;
}

export const EXPORT_PROGRESS_INDEXES: CollectionIndexes = {
  collection: "export-progress",
  indexes: [{ key: { integrationUuid: 1 } }],
};

/** Stores one document per change request and integration. */
export function mongoExportProgressStore(database: Db): ExportProgressStore {
  const documents = database.collection<ProgressDocument>(EXPORT_PROGRESS_INDEXES.collection);
  const keyOf = ({
    integrationUuid,
    changeRequestUuid,
  }: Pick<ExportProgress, "integrationUuid" | "changeRequestUuid">) => `${integrationUuid}:${changeRequestUuid}`;

  return {
    async find(integrationUuid, changeRequestUuid) {
      const found = await documents.findOne({ _id: keyOf({ integrationUuid, changeRequestUuid }) });
      if (found === null) return null;
      const { _id: _, ...progress } = found;
      return progress;
    },
    async replace(next, previous) {
      const _id = keyOf(next);
      if (previous !== null)
        return (await documents.updateOne({ _id, attempt: previous.attempt }, { $set: next })).matchedCount === 1;
      try {
        await documents.insertOne({ _id, ...next });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async markExported(progress) {
      await documents.updateOne({ _id: keyOf(progress), attempt: progress.attempt }, { $set: { exported: true } });
    },
    async removeOf(integrationUuid, limit) {
      const found = await documents.find({ integrationUuid }, { projection: { _id: 1 }, limit }).toArray();
      if (found.length > 0) await documents.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      return found.length;
    },
  };
}
