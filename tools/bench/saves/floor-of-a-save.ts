import type { Db, Document } from "mongodb";
import type { StoredSave } from "./stored-save.ts";

/** The payload of the jobs in both queues. It is about as small as the real payloads. */
export interface FloorJob {
  readonly id: string;
  readonly uuid: string;
  readonly template: number;
}

/** The queues of the baseline (the floor): one from the save to the evaluation, and one for the way back. */
export const FLOOR_QUEUES = { judge: "floor-judge", apply: "floor-apply" } as const;

/**
 * The baseline (the floor) of a save: only the six reads and six writes that a save needs, with the documents and in
 * the order of a real save. Nothing is computed.
 */
export function floorOfASave(database: Db) {
  const collection = (name: string) => database.collection<{ _id: string } & Document>(name);
  const requests = collection("change-requests");
  const evaluations = collection("evaluations");
  const contents = collection("contents");
  const uses = collection("boundary-uses");
  const sequence = collection("boundary-sequence");
  const small = { projection: { uuid: 1, revision: 1, verdict: 1, evaluation: 1 } };

  return {
    templates: database.collection<StoredSave>("templates"),
    prepare: () => sequence.insertOne({ _id: "boundaries", sequence: 1_000 }),

    async save({ id, uuid }: FloorJob, { pending }: StoredSave): Promise<void> {
      await requests.findOne({ _id: id }, { projection: { uuid: 1, revision: 1, projectId: 1 } });
      await requests.insertOne({ ...pending, _id: id, uuid });
    },

    async judge({ uuid }: FloorJob, stored: StoredSave): Promise<void> {
      await evaluations.findOne({ _id: uuid });
      await requests.findOne({ uuid });
      await Promise.all([
        sequence.findOne({ _id: "boundaries" }, { projection: { sequence: 1 } }),
        contents.insertOne({ _id: `rules:${uuid}#0`, ...stored.rules }),
      ]);
      await evaluations.insertOne({ ...stored.evaluation, _id: uuid });
      if (stored.uses.length > 0) await uses.insertMany(stored.uses.map((use, n) => ({ ...use, _id: `${uuid}:${n}` })));
      await evaluations.updateOne({ _id: uuid }, { $set: { counted: true } });
    },

    async apply({ uuid }: FloorJob, { applied }: StoredSave): Promise<void> {
      await requests.findOne({ uuid }, small);
      await evaluations.findOne({ _id: uuid }, { projection: { record: 1 } });
      await requests.updateOne({ uuid }, { $set: applied });
    },
  };
}
