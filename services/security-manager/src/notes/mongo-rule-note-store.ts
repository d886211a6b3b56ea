import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { DUPLICATE_KEY, throughCollisions, writeErrorCodes } from "@network-access/service-runtime/write-collision";
import type { AnyBulkWriteOperation, Db } from "mongodb";
import { divide } from "./divide.ts";
import type { PropertyValue, RuleNote } from "./rule-note.ts";
import type { LastUsedChange, RuleNoteStore } from "./rule-note-store.ts";

interface NoteDocument {
  /** The id of the rule. */
  _id: string;
  deviceId: number;
  lastUsed?: Date | null;
  values?: Record<string, PropertyValue>;
  documentedAt?: Date;
  version: number;
  /** True while the rows of the rule may show an older version of the note. */
  open?: true;
  /**
   * The ids of properties whose values were removed from the note. The rows of the rule may still show these values.
   */
  removing?: number[];
}

const READ_AT_ONCE = 5_000;
const WRITTEN_AT_ONCE = 1_000;

export const RULE_NOTE_INDEXES: CollectionIndexes = {
  collection: "rule-notes",
  indexes: [
    { key: { deviceId: 1 } },
    { key: { deviceId: 1, _id: 1 }, name: "open", partialFilterExpression: { open: true } },
  ],
};

export function createMongoRuleNoteStore(database: Db): RuleNoteStore {
  const notes = database.collection<NoteDocument>(RULE_NOTE_INDEXES.collection);

  async function write(operations: readonly AnyBulkWriteOperation<NoteDocument>[]): Promise<number> {
    let matched = 0;
    for (const some of divide(operations, WRITTEN_AT_ONCE)) {
      const done = await throughCollisions(() => notes.bulkWrite([...some], { ordered: false }));
      matched += done.matchedCount + done.upsertedCount;
    }
    return matched;
  }

  return {
    async read(ruleIds) {
      const found = new Map<string, RuleNote>();
      for (const _id of divide(ruleIds, READ_AT_ONCE))
        for (const note of await notes.find({ _id: { $in: [..._id] } }).toArray()) found.set(note._id, noteOf(note));
      return found;
    },

    async document({ deviceId, ruleIds, values, at }) {
      const fields = [...values].map(([id, value]) => [`values.${id}`, value] as const);
      const set = Object.fromEntries(fields.filter(([, value]) => value !== null));
      const unset = Object.fromEntries(
        fields.filter(([, value]) => value === null).map(([field]) => [field, "" as const]),
      );
      const update = {
        $set: { ...set, deviceId, documentedAt: at, open: true as const },
        ...(Object.keys(unset).length > 0 && { $unset: unset }),
        $inc: { version: 1 },
      };
      // All callers write in the same order, so that calls for the same rules do not deadlock.
      await write(ruleIds.toSorted().map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })));
    },

    async setLastUsed(changes) {
      const known = changes.filter(({ before }) => before !== undefined);
      const matched = await write(
        known.map(({ ruleId, before, lastUsed }) => ({
          updateOne: {
            filter: { _id: ruleId, version: before?.version ?? 0 },
            update: { $set: { lastUsed: dateOf(lastUsed), open: true }, $inc: { version: 1 } },
          },
        })),
      );
      const isInserted = await insert(changes.filter(({ before }) => before === undefined));
      return isInserted && matched === known.length;
    },

    openDevices: () => notes.distinct("deviceId", { open: true }),

    async listOpen(deviceId, after, limit) {
      const open = { deviceId, open: true as const, _id: { $gt: after } };
      return (await notes.find(open, { sort: { _id: 1 }, limit }).toArray()).map(noteOf);
    },

    async close(closed) {
      await write(
        closed.map(({ ruleId, version }) => ({
          updateOne: { filter: { _id: ruleId, version }, update: { $unset: { open: "", removing: "" } } },
        })),
      );
    },

    async removeValues(propertyId, limit) {
      const field = `values.${propertyId}`;
      const having = { [field]: { $exists: true } };
      const found = await notes.find(having, { projection: { _id: 1 }, limit }).toArray();
      if (found.length === 0) return (await notes.findOne({ removing: propertyId })) !== null;
      const update = {
        ...{ $unset: { [field]: "" }, $set: { open: true as const }, $inc: { version: 1 } },
        $addToSet: { removing: propertyId },
      };
      const filter = { _id: { $in: found.map(({ _id }) => _id) }, ...having };
      await throughCollisions(() => notes.updateMany(filter, update as object));
      return true;
    },

    listDevices: () => notes.distinct("deviceId"),

    async removeDevice(deviceId) {
      await throughCollisions(() => notes.deleteMany({ deviceId }));
    },
  };

  /**
   * Inserts notes for rules that had no note. Returns false if another call has meanwhile inserted a note for one of
   * these rules. In this case, some of the other notes may not be inserted either.
   */
  async function insert(changes: readonly LastUsedChange[]): Promise<boolean> {
    for (const some of divide(changes, WRITTEN_AT_ONCE)) {
      const documents = some.map(({ ruleId, deviceId, lastUsed }) => ({
        ...{ _id: ruleId, deviceId, lastUsed: dateOf(lastUsed), version: 1, open: true as const },
      }));
      try {
        await throughCollisions(() => notes.insertMany(documents, { ordered: false }));
      } catch (error) {
        if (!isOnlyDuplicates(error)) throw error;
        return false;
      }
    }
    return true;
  }
}

function isOnlyDuplicates(error: unknown): boolean {
  const codes = writeErrorCodes(error);
  return codes.length > 0 && codes.every((code) => code === DUPLICATE_KEY);
}

function dateOf(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}

function noteOf({ _id: ruleId, deviceId, lastUsed, values = {}, documentedAt, version }: NoteDocument): RuleNote {
  return {
    ruleId,
    deviceId,
    lastUsed: lastUsed?.getTime() ?? null,
    values,
    documentedAt: documentedAt ?? null,
    version,
  };
}
