import type { Binary, Db, Document } from "mongodb";

/** The stored documents of a save. The baseline of the benchmark (the floor) writes them again. */
export interface StoredSave {
  readonly _id: number;
  /** The request before its verdict. */
  readonly pending: Document;
  /** The members that are set when the verdict of the request is stored. */
  readonly applied: Document;
  readonly evaluation: Document;
  readonly rules: { readonly bytes: Binary; readonly chunks: number };
  readonly uses: readonly Document[];
}

/** The databases of the two services that a save uses. */
export interface SaveDatabases {
  readonly changeRequests: Db;
  readonly evaluator: Db;
}

/** Reads everything that the save of this request wrote. */
export async function readStoredSave(
  { changeRequests, evaluator }: SaveDatabases,
  id: string,
  number: number,
): Promise<StoredSave> {
  const found = await changeRequests.collection<{ _id: string } & Document>("change-requests").findOne({ _id: id });
  if (!found) throw new Error(`there is no stored request "${id}"`);
  const { uuid, revision, verdict, evaluation: progress } = found;
  const evaluationId = `${uuid}:${revision}:${progress.done}`;
  const collection = (name: string) => evaluator.collection<{ _id: string } & Document>(name);
  const evaluation = await collection("evaluations").findOne({ _id: evaluationId });
  const rules = await collection("contents").findOne({ _id: `rules:${evaluation?.record.rulesHash}#0` });
  if (!evaluation || !rules) throw new Error(`the evaluation of "${id}" is not stored completely`);
  const used = evaluation.record.usedBoundaries.map((boundary: string) => `${uuid}:${revision}:${boundary}`);
  const uses = await collection("boundary-uses")
    .find({ _id: { $in: used } })
    .toArray();
  return {
    _id: number,
    pending: { ...found, verdict: null, evaluation: { ...progress, done: 0, nextSendAt: progress.sentAt } },
    applied: { verdict, evaluation: progress },
    evaluation: { ...evaluation, counted: false },
    rules: { bytes: rules.bytes, chunks: rules.chunks },
    uses,
  };
}

/** Copies the indexes of the services' collections to the collections of the baseline (the floor). */
export async function copyIndexes(from: SaveDatabases, to: Db): Promise<void> {
  for (const [database, name] of [
    [from.changeRequests, "change-requests"],
    [from.evaluator, "evaluations"],
    [from.evaluator, "contents"],
    [from.evaluator, "boundary-uses"],
  ] as const) {
    for (const { key, name: indexName, unique, sparse, partialFilterExpression } of await database
      .collection(name)
      .indexes()) {
      if (indexName === "_id_") continue;
      const options = { name: indexName, unique, sparse, partialFilterExpression };
      const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
      await to.collection(name).createIndex(key, given);
    }
  }
}
