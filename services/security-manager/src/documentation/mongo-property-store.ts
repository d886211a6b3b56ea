import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import { type CustomProperty, MOST_PROPERTIES, type PropertyInput } from "./custom-property.ts";
import type { PropertyStore } from "./property-store.ts";

interface PropertyDocument extends PropertyInput {
  _id: number;
  slot: number;
  /** The key in lower case. For a removed property, a placeholder that is not a valid key. */
  lowerKey: string;
  removed: boolean;
}

const INSERTED = { _id: "default-properties" };

/**
 * The maximum number of attempts to insert a property. Each property has a slot, a number in the names of its index
 * fields. An attempt fails if another process first takes the slot that this process has chosen.
 */
const ATTEMPTS = 20;

export const PROPERTY_INDEXES: CollectionIndexes = {
  collection: "custom-properties",
  indexes: [
    { key: { lowerKey: 1 }, unique: true },
    { key: { slot: 1 }, unique: true },
  ],
};

export function createMongoPropertyStore(database: Db): PropertyStore {
  const properties = database.collection<PropertyDocument>(PROPERTY_INDEXES.collection);
  const sequences = database.collection<{ _id: string; value: number }>("sequences");

  async function insert(id: number, input: PropertyInput): Promise<CustomProperty | "taken" | "full"> {
    const lowerKey = input.key.toLowerCase();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const all = await properties.find({}, { projection: { slot: 1, lowerKey: 1 } }).toArray();
      if (all.some((one) => one.lowerKey === lowerKey)) return "taken";
      const used = new Set(all.map(({ slot }) => slot));
      const slot = Array.from({ length: MOST_PROPERTIES }, (_, place) => place + 1).find((one) => !used.has(one));
      if (slot === undefined) return "full";
      try {
        await properties.insertOne({ _id: id, ...input, slot, lowerKey, removed: false });
        return { id, ...input, slot };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw new Error("no slot could be taken: others took each one first");
  }

  return {
    async insertOnce(inputs) {
      if (await sequences.findOne(INSERTED)) return;
      for (const [place, input] of inputs.entries()) await insert(place + 1, input);
      await sequences.updateOne(INSERTED, { $set: { value: inputs.length } }, { upsert: true });
    },

    async list() {
      return (await properties.find({ removed: false }, { sort: { _id: 1 } }).toArray()).map(propertyOf);
    },

    insert,

    async update(id, fields) {
      try {
        const update = { $set: { ...fields, lowerKey: fields.key.toLowerCase() } };
        const { matchedCount } = await throughCollisions(() =>
          properties.updateOne({ _id: id, removed: false }, update),
        );
        return matchedCount === 1 ? "updated" : "unknown";
      } catch (error) {
        if (isDuplicateKey(error)) return "taken";
        throw error;
      }
    },

    async remove(id) {
      const update = { $set: { removed: true, lowerKey: `removed: ${id}` } };
      const { matchedCount } = await throughCollisions(() => properties.updateOne({ _id: id, removed: false }, update));
      return matchedCount === 1;
    },

    async listRemoved() {
      return (await properties.find({ removed: true }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    },

    async release(id) {
      await throughCollisions(() => properties.deleteMany({ _id: id, removed: true }));
    },
  };
}

function propertyOf({ _id: id, lowerKey: _, removed: __, ...property }: PropertyDocument): CustomProperty {
  return { id, ...property };
}
