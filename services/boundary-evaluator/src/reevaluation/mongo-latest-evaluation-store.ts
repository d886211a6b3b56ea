import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import { Binary, type Db } from "mongodb";
import type { LatestEvaluation } from "./latest-evaluation.ts";
import type { LatestEvaluationStore, ValidInputsUpdate } from "./latest-evaluation-store.ts";

interface LatestEvaluationDocument extends Omit<LatestEvaluation, "changeRequestUuid"> {
  /** The UUID of the request. */
  readonly _id: string;
  /** What the order goes by: when it was first judged, then the UUID. */
  readonly place: string;
  /** When this attempt was judged; null, or absent in older documents, where it names nothing. */
  readonly namesSince?: string | null;
  /** See packed-rules-bytes.ts; null or absent: there are none. */
  readonly packedRules?: Binary | null;
}

/** Whoever goes through all judgings does not want their rules. */
const withoutRules = { packedRules: 0 };

export interface MongoLatestEvaluationStore extends LatestEvaluationStore {
  /** Makes the indexes; repeatable. */
  prepare(): Promise<void>;
}

/** One document per change request. */
export function mongoLatestEvaluationStore(database: Db): MongoLatestEvaluationStore {
  const documents = database.collection<LatestEvaluationDocument>("standing-judgings");
  return {
    async prepare() {
      await documents.createIndexes([{ key: { place: 1 } }, { key: { namesSince: 1 } }]);
    },
    async put({ changeRequestUuid, firstJudgedAt, ...rest }, packed) {
      const older = { _id: changeRequestUuid, attempt: { $lt: rest.attempt } };
      const namesSince = rest.named.length > 0 ? firstJudgedAt : null;
      const $set = { ...rest, namesSince, packedRules: packed && new Binary(packed) };
      const $setOnInsert = { firstJudgedAt, place: placeOf(firstJudgedAt, changeRequestUuid) };
      try {
        await documents.updateOne(older, { $set, $setOnInsert }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // This attempt or a newer one stands already, or an older one since a moment ago.
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
      return found.map(toJudging);
    },
    async namedSince(at, limit) {
      const found = await documents
        .find({ namesSince: { $gt: at } }, { projection: { named: 1 }, batchSize: limit + 1 })
        .limit(limit + 1)
        .toArray();
      return found.length > limit ? null : found.flatMap(({ named }) => named.map((one) => one.named));
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
        named,
        packedRules: packedRules?.buffer ?? null,
      }));
    },
    async move(moves) {
      for (const [{ attempt, footingHash }, uuids] of alike(moves)) {
        const these = { _id: { $in: uuids }, attempt };
        await throughCollisions(() => documents.updateMany(these, { $set: { footingHash } }));
      }
      // In one order, so that two who move the same judgings wait for each other, and never in a circle.
      const inOrder = moves.toSorted((a, b) => (a.changeRequestUuid < b.changeRequestUuid ? -1 : 1));
      const renamed = inOrder.flatMap(({ changeRequestUuid, attempt, footingHash, named }) =>
        named === null
          ? []
          : [{ updateOne: { filter: { _id: changeRequestUuid, attempt }, update: { $set: { footingHash, named } } } }],
      );
      if (renamed.length > 0) await throughCollisions(() => documents.bulkWrite(renamed, { ordered: false }));
    },
    async remove(uuids) {
      if (uuids.length > 0) await documents.deleteMany({ _id: { $in: [...uuids] } });
    },
    async inputsInUse() {
      return new Set(await documents.distinct("footingHash"));
    },
  };
}

function toJudging({
  _id,
  place: _,
  namesSince: __,
  packedRules: ___,
  ...rest
}: LatestEvaluationDocument): LatestEvaluation {
  return { changeRequestUuid: _id, ...rest };
}

function placeOf(firstJudgedAt: string, uuid: string): string {
  return `${firstJudgedAt} ${uuid}`;
}

/** Moves that one statement can make: the same attempt to the same footing, what they name as before. */
function alike(moves: readonly ValidInputsUpdate[]): Iterable<readonly [ValidInputsUpdate, string[]]> {
  const found = new Map<string, readonly [ValidInputsUpdate, string[]]>();
  for (const move of moves) {
    if (move.named !== null) continue;
    const key = `${move.attempt} ${move.footingHash}`;
    const [, uuids] = found.get(key) ?? [move, []];
    uuids.push(move.changeRequestUuid);
    found.set(key, [move, uuids]);
  }
  return found.values();
}
