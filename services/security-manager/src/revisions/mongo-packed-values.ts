import { gunzipSync, gzipSync } from "node:zlib";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import { Binary, type Collection, type Document } from "mongodb";

/** The maximum size of a piece in bytes. MongoDB limits a document to 16 MiB. */
const PIECE_BYTES = 8 * 1_024 * 1_024;

interface Piece extends Document {
  /**
   * For the first piece, the number of the value. For each other piece, `<number of the value>:<position>`. The second
   * piece has position 1.
   */
  _id: number | string;
  deviceId: number;
  /** A piece of the value's gzipped JSON. */
  packed: Binary;
  /**
   * How many pieces the value has. Only the first piece stores this number. It is missing in values that earlier
   * releases wrote, which have one piece.
   */
  pieces?: number;
}

/**
 * Stores large values, such as the digests of revisions. Each value has a number, belongs to a device, and is divided
 * into as many documents as it needs.
 */
export interface PackedValues<Value> {
  read(id: number): Promise<Value | undefined>;
  store(named: { readonly id: number; readonly deviceId: number }, value: Value): Promise<void>;
  remove(id: number): Promise<void>;
  removeOfDevice(deviceId: number): Promise<void>;
}

export function createMongoPackedValues<Value>(collection: Collection<Piece>): PackedValues<Value> {
  async function write(_id: Piece["_id"], piece: Omit<Piece, "_id">): Promise<void> {
    await throughCollisions(() => collection.updateOne({ _id }, { $set: piece }, { upsert: true }));
  }

  return {
    async read(id) {
      const first = await collection.findOne({ _id: id });
      if (!first) return undefined;
      const pieces = [first.packed.buffer];
      for (let place = 1; place < (first.pieces ?? 1); place += 1) {
        const piece = await collection.findOne({ _id: idOf(id, place) });
        if (!piece) return undefined;
        pieces.push(piece.packed.buffer);
      }
      return JSON.parse(gunzipSync(Buffer.concat(pieces)).toString()) as Value;
    },

    async store({ id, deviceId }, value) {
      const packed = gzipSync(JSON.stringify(value));
      const pieces = Math.ceil(packed.length / PIECE_BYTES);
      const piece = (place: number) => new Binary(packed.subarray(place * PIECE_BYTES, (place + 1) * PIECE_BYTES));
      // The first piece is written last, so a value whose first piece exists is complete.
      for (let place = pieces - 1; place > 0; place -= 1)
        await write(idOf(id, place), { deviceId, packed: piece(place) });
      await write(id, { deviceId, packed: piece(0), pieces });
    },

    async remove(id) {
      await collection.deleteMany({ _id: id });
      await collection.deleteMany({ _id: { $regex: `^${id}:` } });
    },

    async removeOfDevice(deviceId) {
      await collection.deleteMany({ deviceId });
    },
  };
}

function idOf(id: number, place: number): string {
  return `${id}:${place}`;
}
