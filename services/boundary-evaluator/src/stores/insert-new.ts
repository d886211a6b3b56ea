import { type Collection, MongoBulkWriteError, type OptionalUnlessRequiredId } from "mongodb";

const DUPLICATE_KEY = 11_000;
/** Documents sent at once. */
const BATCH = 1_000;

/** Inserts the documents whose `_id` is not there yet; those that are there stay as they are. */
export async function insertNew<Document extends { readonly _id: string }>(
  collection: Collection<Document>,
  documents: readonly OptionalUnlessRequiredId<Document>[],
): Promise<void> {
  for (let start = 0; start < documents.length; start += BATCH) {
    try {
      await collection.insertMany(documents.slice(start, start + BATCH), { ordered: false });
    } catch (error) {
      if (!allWereThere(error)) throw error;
    }
  }
}

function allWereThere(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  const concern = error.result.getWriteConcernError();
  return concern === undefined && faults.every(({ code }) => code === DUPLICATE_KEY);
}
