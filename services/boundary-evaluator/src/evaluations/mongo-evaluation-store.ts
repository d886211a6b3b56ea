import { createHash } from "node:crypto";
import { type EvaluationId, evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import type { Db } from "mongodb";
import { type ContentStore, contentKey } from "../inputs/content-store.ts";
import { namedOf, type StoredNamedAnswer, storedNamed } from "../reevaluation/stored-named-answer.ts";
import { type EvaluationDetails, type EvaluationRecord, hasFollowUps } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";

/**
 * A record in the form in which it is stored. The document stores `inputsHash` as `footingHash`. In older documents,
 * the three members below are missing.
 */
interface StoredRecord extends Omit<EvaluationRecord, "inputsHash" | "named" | "flip"> {
  readonly footingHash?: string;
  readonly named?: readonly StoredNamedAnswer[];
  readonly flip?: EvaluationRecord["flip"];
}

interface EvaluationDocument {
  /** "<uuid>:<revision>:<attempt>". */
  readonly _id: string;
  readonly record: StoredRecord;
  /**
   * The details of the evaluation as JSON. If they are longer than `INLINE`, this member is null, and the details are
   * stored as content under `detailsHash`.
   */
  readonly details: string | null;
  readonly detailsHash: string | null;
  /** True if the uses of boundaries are counted and the results are exported, or if the record needs neither. */
  readonly counted: boolean;
}

/**
 * Details with up to this many characters are stored in the document of the evaluation. Longer details are stored in
 * the content store.
 */
const INLINE = 64 * 1_024;

export const EVALUATION_INDEXES: CollectionIndexes = {
  collection: "evaluations",
  indexes: [
    { key: { "record.changeRequestId": 1, "record.revision": 1, "record.attempt": -1 } },
    { key: { "record.evaluatedAt": 1 }, name: "uncounted", partialFilterExpression: { counted: false } },
  ],
};

/**
 * Stores one document per evaluation. The id of the evaluation is the document's key, so only the first insert of an
 * evaluation succeeds.
 */
export function mongoEvaluationStore(database: Db, contents: ContentStore): EvaluationStore {
  const documents = database.collection<EvaluationDocument>(EVALUATION_INDEXES.collection);
  const withoutDetails = { projection: { record: 1 } };

  return {
    async insert(record, details) {
      const text = JSON.stringify(details);
      const isSmall = text.length <= INLINE;
      const hash = createHash("sha256").update(text).digest("hex");
      if (!isSmall) await contents.keepAll([{ key: contentKey.details(hash), shared: false, pieces: () => [text] }]);
      try {
        await documents.insertOne({
          _id: evaluationIdText(record),
          record: storedRecord(record),
          details: isSmall ? text : null,
          detailsHash: isSmall ? null : hash,
          counted: !hasFollowUps(record),
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async find(id) {
      const found = await documents.findOne({ _id: evaluationIdText(id) }, withoutDetails);
      return found && recordOf(found);
    },
    async findMany(ids) {
      const found = await documents.find({ _id: { $in: ids.map(evaluationIdText) } }, withoutDetails).toArray();
      return found.map(recordOf);
    },
    async findNewest(changeRequestId, revision) {
      const found = await documents
        .find({ "record.changeRequestId": changeRequestId, "record.revision": revision }, withoutDetails)
        .sort({ "record.attempt": -1 })
        .limit(1)
        .toArray();
      return found[0] ? recordOf(found[0]) : null;
    },
    async findSettledBefore({ changeRequestUuid, revision, attempt }, changeRequestId) {
      const found = await documents
        .find(
          {
            // The index for this query begins with `record.changeRequestId`. Without this condition, the query could
            // not use the index.
            "record.changeRequestId": changeRequestId,
            "record.revision": revision,
            "record.attempt": { $lt: attempt },
            "record.changeRequestUuid": changeRequestUuid,
            "record.retry": false,
          },
          withoutDetails,
        )
        .sort({ "record.attempt": -1 })
        .limit(1)
        .toArray();
      return found[0] ? recordOf(found[0]) : null;
    },
    async details(id: EvaluationId) {
      const found = await documents.findOne(
        { _id: evaluationIdText(id) },
        { projection: { details: 1, detailsHash: 1 } },
      );
      const text = found?.detailsHash ? await contents.read(contentKey.details(found.detailsHash)) : found?.details;
      if (text == null) throw new Error("the long part of a record is not stored");
      const details: EvaluationDetails = JSON.parse(text);
      return details;
    },
    async markFinished(id) {
      await documents.updateOne({ _id: evaluationIdText(id) }, { $set: { counted: true } });
    },
    async findUnfinished(evaluatedBefore, after, limit) {
      const old = { counted: false, "record.evaluatedAt": { $lt: evaluatedBefore } };
      const behind = after && [
        { "record.evaluatedAt": { $gt: after.evaluatedAt } },
        { "record.evaluatedAt": after.evaluatedAt, _id: { $gt: evaluationIdText(after) } },
      ];
      const found = await documents
        .find({ ...old, ...(behind && { $or: behind }) }, withoutDetails)
        .sort({ "record.evaluatedAt": 1, _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(recordOf);
    },
  };
}

function storedRecord({ inputsHash, named, flip, ...rest }: EvaluationRecord): StoredRecord {
  return { ...rest, footingHash: inputsHash, named: storedNamed(named), flip };
}

/**
 * Returns the record of a document. Older documents lack some members. In the record, such members are an empty string,
 * an empty list or null.
 */
function recordOf({ record }: Pick<EvaluationDocument, "record">): EvaluationRecord {
  const { footingHash: inputsHash = "", named = [], flip = null, ...rest } = record;
  return { ...rest, inputsHash, named: namedOf(named), flip };
}
