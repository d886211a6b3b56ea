import { type Db, type IndexDescriptionInfo, MongoServerError } from "mongodb";
import { canonicalJson } from "../http/canonical-json.ts";

/** An index that a service needs. */
export interface DatabaseIndex {
  readonly key: Readonly<Record<string, 1 | -1>>;
  /** By default, the name consists of the key's fields and directions, for example `owner_1_name_-1`. */
  readonly name?: string;
  readonly unique?: true;
  readonly sparse?: true;
  readonly partialFilterExpression?: Readonly<Record<string, unknown>>;
}

/** The indexes that a service needs in one collection, in addition to the index of `_id`. */
export interface CollectionIndexes {
  readonly collection: string;
  readonly indexes: readonly DatabaseIndex[];
}

/** An index of one collection. */
export interface NamedIndex {
  readonly collection: string;
  readonly name: string;
  readonly index: DatabaseIndex;
}

/** MongoDB's error code for a collection that does not exist. */
const NAMESPACE_NOT_FOUND = 26;

/**
 * Returns the needed indexes that the database lacks. A needed index also counts as missing if the database has an
 * index with the same key but different options.
 */
export async function findMissingIndexes(database: Db, needed: readonly CollectionIndexes[]): Promise<NamedIndex[]> {
  const missing = needed.map(async (one) => {
    const present = new Set((await readIndexes(database, one.collection)).map(identityOf));
    return namedIndexes(one).filter(({ index }) => !present.has(identityOf(index)));
  });
  return (await Promise.all(missing)).flat();
}

/** Returns the needed indexes of a collection with their names. */
export function namedIndexes({ collection, indexes }: CollectionIndexes): NamedIndex[] {
  return indexes.map((index) => ({ collection, name: nameOf(index), index }));
}

/** Creates an index. Has no effect if the collection already has it. */
export async function createIndex(database: Db, { collection, name, index }: NamedIndex): Promise<void> {
  const { key, ...options } = index;
  await database.collection(collection).createIndex(key, { ...options, name });
}

async function readIndexes(database: Db, collection: string): Promise<IndexDescriptionInfo[]> {
  try {
    return await database.collection(collection).indexes();
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
    throw error;
  }
}

/**
 * Returns a string that identifies an index by its key and options. Indexes with the same fields in a different order
 * get different strings.
 */
function identityOf(index: DatabaseIndex | IndexDescriptionInfo): string {
  const { key, unique, sparse, partialFilterExpression } = index;
  const fields = Object.entries(key).map(([field, direction]) => [field, Number(direction)]);
  return canonicalJson([fields, unique === true, sparse === true, partialFilterExpression ?? null]);
}

function nameOf({ key, name }: DatabaseIndex): string {
  return name ?? Object.entries(key).flat().join("_");
}
