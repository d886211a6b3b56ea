import type { Db } from "mongodb";
import type { BoundarySequence } from "./boundary-store.ts";

interface SequenceDocument {
  readonly _id: "boundaries";
  readonly sequence: number;
  /** The ids of the boundaries that changed last, in the order of the changes. */
  readonly recent: readonly string[];
}

/**
 * The number of changes for which the id of the changed boundary is stored. A process that has missed more changes than
 * this compares its cache with all stored boundaries.
 */
const KEPT = 200;

/**
 * Stores the sequence number and the ids of the most recently changed boundaries in one document. Each change writes
 * the number and the id in a single update.
 */
export function mongoBoundarySequence(database: Db): BoundarySequence {
  const documents = database.collection<{ _id: "boundaries"; sequence: number; recent: string[] }>("boundary-sequence");
  const filter = { _id: "boundaries" } as const;

  return {
    async current() {
      const found = await documents.findOne(filter, { projection: { sequence: 1 } });
      return found?.sequence ?? 0;
    },
    async raise(changedId) {
      await documents.updateOne(
        filter,
        { $inc: { sequence: 1 }, $push: { recent: { $each: [changedId], $slice: -KEPT } } },
        { upsert: true },
      );
    },
    async changesSince(sequence) {
      const found: SequenceDocument | null = await documents.findOne(filter);
      if (!found) return { sequence: 0, changedIds: sequence === 0 ? [] : null };
      const missed = found.sequence - sequence;
      const known = missed >= 0 && missed <= found.recent.length;
      return {
        sequence: found.sequence,
        changedIds: known ? found.recent.slice(found.recent.length - missed) : null,
      };
    },
  };
}
