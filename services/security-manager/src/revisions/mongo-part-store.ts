import { gunzipSync, gzipSync } from "node:zlib";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import { Binary, type Db } from "mongodb";
import type { PartStore } from "./part-store.ts";

interface PartDocument {
  /** The id of the device and the name of the part, separated by ":". */
  _id: string;
  deviceId: number;
  sha256: string;
  sentAt: Date;
  /** The gzipped JSON of the part. */
  packed: Binary;
}

/** The most bytes of a part after decompression. */
const MOST_BYTES = 16 * 1_024 * 1_024;

export function createMongoPartStore(database: Db): PartStore {
  const parts = database.collection<PartDocument>("parts");
  return {
    async put(deviceId, sha256, json, at) {
      const _id = idOf(deviceId, sha256);
      const touched = await parts.updateOne({ _id }, { $max: { sentAt: at } });
      if (touched.matchedCount > 0) return false;
      try {
        await parts.insertOne({ _id, deviceId, sha256, sentAt: at, packed: new Binary(gzipSync(json)) });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async touch(deviceId, names, at) {
      const ids = names.map((name) => idOf(deviceId, name));
      await throughCollisions(() => parts.updateMany({ _id: { $in: ids } }, { $max: { sentAt: at } }));
      const found = await parts.find({ _id: { $in: ids } }, { projection: { sha256: 1 } }).toArray();
      return new Set(found.map(({ sha256 }) => sha256));
    },

    async read(deviceId, sha256) {
      const found = await parts.findOne({ _id: idOf(deviceId, sha256) });
      return found ? gunzipSync(found.packed.buffer, { maxOutputLength: MOST_BYTES }).toString() : undefined;
    },

    async removeOfDevice(deviceId) {
      // The character after ":" in ASCII is ";". The range therefore contains exactly the parts of the device.
      await parts.deleteMany({ _id: { $gte: `${deviceId}:`, $lt: `${deviceId};` } });
    },

    async listSentBefore(time, limit) {
      const found = parts.find({ sentAt: { $lt: time } }, { projection: { deviceId: 1, sha256: 1 }, limit });
      return (await found.toArray()).map(({ deviceId, sha256 }) => ({ deviceId, sha256 }));
    },

    async remove(deviceId, sha256, time) {
      await parts.deleteMany({ _id: idOf(deviceId, sha256), sentAt: { $lt: time } });
    },
  };
}

function idOf(deviceId: number, sha256: string): string {
  return `${deviceId}:${sha256}`;
}
