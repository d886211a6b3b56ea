import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import type { DeviceClaims } from "./device-claims.ts";

export function createMongoDeviceClaims(database: Db): DeviceClaims {
  const claims = database.collection<{ _id: number; holder: string; until: Date }>("note-claims");
  return {
    async take(deviceId, holder, now, until) {
      const free = { _id: deviceId, until: { $lte: now } };
      const taken = await throughCollisions(() => claims.updateOne(free, { $set: { holder, until } }));
      if (taken.matchedCount === 1) return true;
      try {
        await claims.insertOne({ _id: deviceId, holder, until });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async release(deviceId, holder) {
      await throughCollisions(() => claims.deleteMany({ _id: deviceId, holder }));
    },
  };
}
