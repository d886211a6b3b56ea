import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import { Binary, type Db } from "mongodb";
import { hashBoundaryInputs, parseBoundaryInputs, printBoundaryInputs } from "./boundary-inputs.ts";
import type { BoundaryInputsStore } from "./boundary-inputs-store.ts";

interface BoundaryInputsDocument {
  /** The hash of the inputs. */
  readonly _id: string;
  readonly keptAt: Date;
  readonly packed: Binary;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/**
 * The largest size of the compressed inputs in one document, in bytes. Larger inputs are not stored. The limit is below
 * 16 MiB, the largest document size in MongoDB.
 */
const MAX_PACKED_BYTES = 12 * 1_024 * 1_024;
/**
 * Inputs that were written less than this time ago are not written again. Unused inputs are purged an hour after their
 * last write (app-reevaluation.ts). This time must stay well below an hour, because a skipped write does not postpone
 * the purge.
 */
const KEPT_RECENTLY_MS = 10 * 60_000;
/** The largest number of hashes in the cache of recently written inputs. */
const MAX_CACHED = 10_000;
/** The number of documents that one call deletes. */
const BATCH = 500;

/** Stores boundary inputs in one document per hash, compressed. */
export function mongoBoundaryInputsStore(database: Db, now: () => Date = () => new Date()): BoundaryInputsStore {
  const documents = database.collection<BoundaryInputsDocument>("footings");
  const keptAt = new Map<string, number>();

  return {
    async keep(boundaryInputs) {
      const hash = hashBoundaryInputs(boundaryInputs);
      const at = now();
      if (at.getTime() - (keptAt.get(hash) ?? 0) < KEPT_RECENTLY_MS) return hash;
      const found = await documents.updateOne({ _id: hash }, { $set: { keptAt: at } });
      if (found.matchedCount === 0) {
        const packed = await pack(printBoundaryInputs(boundaryInputs));
        // Inputs that are too large are not stored, so they can't be compared with later inputs. After the next change
        // of a boundary or an address, every change request whose latest evaluation used these inputs is therefore
        // re-evaluated.
        if (packed.length > MAX_PACKED_BYTES) return hash;
        try {
          await documents.insertOne({ _id: hash, keptAt: at, packed: new Binary(packed) });
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
      }
      if (keptAt.size >= MAX_CACHED) keptAt.clear();
      keptAt.set(hash, at.getTime());
      return hash;
    },
    async read(hash) {
      const found = await documents.findOne({ _id: hash });
      return found ? parseBoundaryInputs((await unpack(found.packed.buffer)).toString()) : null;
    },
    async purge(isInUse, before) {
      const old = await documents.find({ keptAt: { $lt: before } }, { projection: { _id: 1 } }).toArray();
      const unused = old.flatMap(({ _id }) => (isInUse.has(_id) ? [] : [_id]));
      for (let start = 0; start < unused.length; start += BATCH)
        await documents.deleteMany({ _id: { $in: unused.slice(start, start + BATCH) }, keptAt: { $lt: before } });
      return unused.length;
    },
  };
}
