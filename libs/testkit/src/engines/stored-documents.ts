import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

/**
 * The documents and indexes of a database, by collection. The committed files with which tests compare a database have
 * the same form.
 */
export type StoredDocuments = Readonly<Record<string, StoredCollection>>;

interface StoredCollection {
  /** All indexes except the one of `_id`. */
  readonly indexes: readonly object[];
  /** The documents in the order of their `_id`. */
  readonly documents: readonly Readonly<Record<string, unknown>>[];
}

/** The members of the driver's `Db` that this file uses. */
interface Database {
  collections(): Promise<
    {
      readonly collectionName: string;
      indexes(): Promise<readonly Readonly<Record<string, unknown>>[]>;
      find(): { toArray(): Promise<readonly object[]> };
    }[]
  >;
  collection(name: string): { insertMany(documents: Record<string, unknown>[]): Promise<unknown> };
}

/** Reads a folder with one file for each collection. */
export function committedDocuments(folder: URL): StoredDocuments {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -".json".length), JSON.parse(readFileSync(new URL(file, folder), "utf8"))]),
  );
}

/**
 * Returns all documents and indexes of a database. The function reads the whole database into memory, so call it only
 * for databases with few documents.
 */
export async function readDocuments(database: Database): Promise<StoredDocuments> {
  const collections = await database.collections();
  const entries = collections.map(async (collection) => {
    const documents = (await collection.find().toArray()).map(committedForm);
    const indexes = (await collection.indexes()).filter(({ name }) => name !== "_id_");
    const read = {
      indexes: indexes.map(indexForm).sort(byText("name")),
      documents: documents.sort(byText("_id")),
    };
    return [collection.collectionName, read] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Inserts documents as they were committed, without any adapter. */
export async function insertDocuments(database: Database, stored: StoredDocuments): Promise<void> {
  for (const [name, { documents }] of Object.entries(stored)) {
    if (documents.length > 0) await database.collection(name).insertMany(documents.map(storedForm));
  }
}

/**
 * Returns only those members of an index that the tests compare. The fields of the key become a list, because their
 * order matters.
 */
function indexForm({ name, key, unique, sparse, partialFilterExpression }: Readonly<Record<string, unknown>>) {
  const said = Object.entries({ unique, sparse, partialFilterExpression }).filter(([, value]) => value !== undefined);
  return { name, key: Object.entries(key ?? {}), ...Object.fromEntries(said) };
}

/**
 * Converts a document to a form that can be written as JSON and is the same in every run:
 * - A time becomes `$date`.
 * - Bytes become `$binary`.
 * - Gzip-compressed bytes become `$gzip` with the uncompressed text, because versions of the compression library may
 *   produce different bytes for the same text.
 * - A string that contains a JSON object becomes `$json` with the parsed object, because the order of the object's
 *   members may vary.
 */
function committedForm(document: object): Record<string, unknown> {
  return membersOf(document, (value) => {
    if (typeof value === "string") return value.startsWith("{") ? { $json: JSON.parse(value) } : value;
    if (value instanceof Date) return { $date: value.toISOString() };
    if (!isBinary(value)) return undefined;
    const bytes = value.value();
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { $gzip: gunzipSync(bytes).toString() };
    return { $binary: Buffer.from(bytes).toString("base64") };
  });
}

function storedForm(document: object): Record<string, unknown> {
  return membersOf(document, (value) => {
    if (typeof value !== "object" || value === null) return undefined;
    if ("$json" in value) return JSON.stringify(value.$json);
    if ("$date" in value) return new Date(String(value.$date));
    if ("$gzip" in value) return gzipSync(String(value.$gzip));
    return "$binary" in value ? Buffer.from(String(value.$binary), "base64") : undefined;
  });
}

/**
 * Copies an object and replaces values in the copy with the results of `form`. `form` is called for values at any
 * depth. If it returns undefined, the value stays as it is.
 */
function membersOf(object: object, form: (value: unknown) => unknown): Record<string, unknown> {
  const formed = (value: unknown): unknown => {
    const other = form(value);
    if (other !== undefined) return other;
    if (Array.isArray(value)) return value.map(formed);
    return typeof value === "object" && value !== null ? membersOf(value, form) : value;
  };
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, formed(value)]));
}

/** Reports whether a value is bytes in the form in which the driver returns them. */
function isBinary(value: unknown): value is { value(): Uint8Array } {
  return typeof value === "object" && value !== null && "_bsontype" in value && value._bsontype === "Binary";
}

function byText(member: string) {
  return (a: Readonly<Record<string, unknown>>, b: typeof a) => (String(a[member]) < String(b[member]) ? -1 : 1);
}
