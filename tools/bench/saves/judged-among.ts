import type { Db } from "mongodb";

/** Returns the ids of those change requests in `ids` whose verdict is stored. Sends only one query. */
export async function readJudgedAmong(database: Db, ids: readonly string[]): Promise<string[]> {
  const found = await database
    .collection<{ _id: string; verdict: object | null }>("change-requests")
    .find({ _id: { $in: [...ids] }, verdict: { $ne: null } }, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}
