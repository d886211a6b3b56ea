import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import { Binary, type Db } from "mongodb";
import type { LatestEvaluation } from "./latest-evaluation.ts";
import type { LatestEvaluationStore, ValidInputsUpdate } from "./latest-evaluation-store.ts";
import { namedOf, type StoredNamedAnswer, storedNamed } from "./stored-named-answer.ts";

interface LatestEvaluationDocument extends Omit<LatestEvaluation, "changeRequestUuid" | "validInputsHash" | "named"> {
  /** The UUID of the request. */
  readonly _id: string;
  /** The sort key: the time of the first evaluation, then the UUID. */
  readonly place: string;
  /**
   * The time of the latest evaluation, or null if its request names neither groups nor items. Documents that older
   * versions wrote lack this member.
   */
  readonly namesSince?: string | null;
  /** The packed rules as bytes (packed-rules-bytes.ts). Null or absent if there are none. */
  readonly packedRules?: Binary | null;
  /** The `validInputsHash` of the evaluation. */
  readonly footingHash: string;
  readonly named: readonly StoredNamedAnswer[];
}

const withoutRules = { packedRules: 0 };

export const LATEST_EVALUATION_INDEXES: CollectionIndexes = {
  collection: "standing-judgings",
  indexes: [{ key: { place: 1 } }, { key: { namesSince: 1 } }],
};

/** Stores one document per change request. */
export function mongoLatestEvaluationStore(database: Db): LatestEvaluationStore {
  const documents = database.collection<LatestEvaluationDocument>(LATEST_EVALUATION_INDEXES.collection);
  return {
    async put({ changeRequestUuid, firstJudgedAt, validInputsHash, named, ...rest }, packed) {
      const older = { _id: changeRequestUuid, attempt: { $lt: rest.attempt } };
      const namesSince = named.length > 0 ? firstJudgedAt : null;
      const packedRules = packed && new Binary(packed);
      const $set = { ...rest, footingHash: validInputsHash, named: storedNamed(named), namesSince, packedRules };
      const $setOnInsert = { firstJudgedAt, place: placeOf(firstJudgedAt, changeRequestUuid) };
      try {
        await documents.updateOne(older, { $set, $setOnInsert }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // A document exists. It contains this attempt, a newer one, or an older one that another process has just
        // inserted. The update replaces only an older attempt.
        await documents.updateOne(older, { $set });
      }
    },
    async page(after, limit) {
      const filter = after === null ? {} : { place: { $gt: placeOf(after.firstJudgedAt, after.changeRequestUuid) } };
      const found = await documents
        .find(filter, { projection: withoutRules })
        .sort({ place: 1 })
        .limit(limit)
        .toArray();
      return found.map(latestEvaluationOf);
    },
    async namedSince(at, limit) {
      const found = await documents
        .find({ namesSince: { $gt: at } }, { projection: { named: 1 }, batchSize: limit + 1 })
        .limit(limit + 1)
        .toArray();
      return found.length > limit ? null : found.flatMap(({ named }) => named.map((answer) => answer.named));
    },
    async findRules(uuids) {
      const projection = { projectId: 1, revision: 1, attempt: 1, rulesHash: 1, named: 1, packedRules: 1 };
      const found = await documents
        .find({ _id: { $in: [...uuids] } }, { projection, batchSize: Math.max(1, uuids.length) })
        .toArray();
      return found.map(({ _id, projectId, revision, attempt, rulesHash, named, packedRules }) => ({
        changeRequestUuid: _id,
        projectId,
        revision,
        attempt,
        rulesHash,
        named: namedOf(named),
        packedRules: packedRules?.buffer ?? null,
      }));
    },
    async updateValidInputs(updates) {
      for (const [{ attempt, validInputsHash }, uuids] of groupEqual(updates)) {
        const these = { _id: { $in: uuids }, attempt };
        await throughCollisions(() => documents.updateMany(these, { $set: { footingHash: validInputsHash } }));
      }
      // Each call sends these updates in the order of the UUIDs, so that concurrent updates of the same documents can't
      // deadlock.
      const inOrder = updates.toSorted((a, b) => (a.changeRequestUuid < b.changeRequestUuid ? -1 : 1));
      const withNames = inOrder.flatMap(({ changeRequestUuid, attempt, validInputsHash, named }) => {
        if (named === null) return [];
        const $set = { footingHash: validInputsHash, named: storedNamed(named) };
        return [{ updateOne: { filter: { _id: changeRequestUuid, attempt }, update: { $set } } }];
      });
      if (withNames.length > 0) await throughCollisions(() => documents.bulkWrite(withNames, { ordered: false }));
    },
    async remove(uuids) {
      if (uuids.length > 0) await documents.deleteMany({ _id: { $in: [...uuids] } });
    },
    async inputsInUse() {
      return new Set(await documents.distinct("footingHash"));
    },
  };
}

function latestEvaluationOf({
  _id,
  place: _,
  namesSince: __,
  packedRules: ___,
  footingHash,
  named,
  ...rest
}: LatestEvaluationDocument): LatestEvaluation {
  return { changeRequestUuid: _id, ...rest, validInputsHash: footingHash, named: namedOf(named) };
}

function placeOf(firstJudgedAt: string, uuid: string): string {
  return `${firstJudgedAt} ${uuid}`;
}

/**
 * Groups updates that differ only in their change request, so that one statement can write each group. Leaves out
 * updates with new lookup results (`named`).
 */
function groupEqual(updates: readonly ValidInputsUpdate[]): Iterable<readonly [ValidInputsUpdate, string[]]> {
  const found = new Map<string, readonly [ValidInputsUpdate, string[]]>();
  for (const update of updates) {
    if (update.named !== null) continue;
    const key = `${update.attempt} ${update.validInputsHash}`;
    const [, uuids] = found.get(key) ?? [update, []];
    uuids.push(update.changeRequestUuid);
    found.set(key, [update, uuids]);
  }
  return found.values();
}
