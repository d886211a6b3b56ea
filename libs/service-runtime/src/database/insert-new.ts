import { type Collection, MongoBulkWriteError, type OptionalUnlessRequiredId } from "mongodb";
import { throughCollisions } from "./write-collision.ts";

const DUPLICATE_KEY = 11_000;
/** Documents sent at once. */
const BATCH = 1_000;

/** Inserts the documents whose `_id` is not there yet; those that are there stay as they are. */
export async function insertNew<Document extends { readonly _id: string }>(
  collection: Collection<Document>,
  documents: readonly (OptionalUnlessRequiredId<Document> & { readonly _id: string })[],
): Promise<void> {
  // In one order, so that two who insert the same documents wait for each other, and never in a circle.
  const inOrder = documents.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  for (let start = 0; start < inOrder.length; start += BATCH) {
    const some = inOrder.slice(start, start + BATCH);
    await throughCollisions(() => insertSome(some), DUPLICATE_KEY);
  }

  async function insertSome(some: readonly OptionalUnlessRequiredId<Document>[]): Promise<void> {
    try {
      await collection.insertMany(some, { ordered: false });
    } catch (error) {
      if (!wereThere(error)) throw error;
    }
  }
}

/** True when all that was not inserted was there already; false for what ended the call as a whole, such as an engine that is away. */
function wereThere(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
}
