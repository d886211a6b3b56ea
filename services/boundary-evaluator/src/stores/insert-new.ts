import { isCollisionCode } from "@network-access/service-runtime/write-collision";
import { type Collection, MongoBulkWriteError, type OptionalUnlessRequiredId } from "mongodb";

const DUPLICATE_KEY = 11_000;
/** Documents sent at once. */
const BATCH = 1_000;
/** Each collision takes the engine a second to find. */
const MOST_TRIES = 4;

/** Inserts the documents whose `_id` is not there yet; those that are there stay as they are. */
export async function insertNew<Document extends { readonly _id: string }>(
  collection: Collection<Document>,
  documents: readonly (OptionalUnlessRequiredId<Document> & { readonly _id: string })[],
): Promise<void> {
  // In one order, so that two who insert the same documents wait for each other, and never in a circle.
  const inOrder = documents.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  for (let start = 0; start < inOrder.length; start += BATCH) await insertSome(inOrder.slice(start, start + BATCH));

  async function insertSome(some: readonly OptionalUnlessRequiredId<Document>[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await collection.insertMany(some, { ordered: false });
        return;
      } catch (error) {
        const codes = codesOf(error);
        if (codes.length === 0) throw error;
        if (codes.every((code) => code === DUPLICATE_KEY)) return;
        const areHarmless = codes.every((code) => code === DUPLICATE_KEY || isCollisionCode(code));
        if (tries === MOST_TRIES || !areHarmless) throw error;
      }
    }
  }
}

/** Why each document that was not inserted was not; empty where something else ended the call, such as an engine that is away. */
function codesOf(error: unknown): readonly unknown[] {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return [];
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return faults.map(({ code }) => code);
}
