import { type Collection, MongoBulkWriteError, type OptionalUnlessRequiredId } from "mongodb";
import { DUPLICATE_KEY, throughCollisions, writeErrorCodes } from "./write-collision.ts";

const BATCH_SIZE = 1_000;

/** Inserts the documents whose `_id` is not stored yet. Stored documents stay as they are. */
export async function insertNew<Id extends string | number, Document extends { readonly _id: Id }>(
  collection: Collection<Document>,
  documents: readonly (OptionalUnlessRequiredId<Document> & { readonly _id: Id })[],
): Promise<void> {
  // Sorts by `_id`, because two calls that inserted the same documents in different orders could deadlock.
  const inOrder = documents.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  for (let start = 0; start < inOrder.length; start += BATCH_SIZE) {
    const batch = inOrder.slice(start, start + BATCH_SIZE);
    await throughCollisions(() => insertBatch(batch), DUPLICATE_KEY);
  }

  async function insertBatch(batch: readonly OptionalUnlessRequiredId<Document>[]): Promise<void> {
    try {
      await collection.insertMany(batch, { ordered: false });
    } catch (error) {
      if (!areStored(error)) throw error;
    }
  }
}

/**
 * Reports whether every failed write of an insert failed because its document is already stored. Returns false for an
 * error of the whole call, such as a write concern error.
 */
function areStored(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return false;
  return writeErrorCodes(error).every((code) => code === DUPLICATE_KEY);
}
