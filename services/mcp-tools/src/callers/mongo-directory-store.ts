import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import { Binary, type Db } from "mongodb";
import { z } from "zod";
import type { DirectoryCopy, DirectoryStore } from "./directory-copy.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * The document that stores the last copy of the users. `content` is the gzipped JSON of all users and groups. A new
 * copy replaces all fields except the id.
 */
interface CopyDocument {
  readonly _id: string;
  readonly copiedAt: Date;
  readonly fingerprint: string;
  readonly content: Binary;
}

const ids = z.array(z.int());
const Content = z.object({
  users: z.array(
    z.object({ id: z.int(), enabled: z.boolean(), locked: z.boolean(), expired: z.boolean(), deviceGroupIds: ids }),
  ),
  groups: ids,
});

/** The id of the only document. */
const ID = "last-copy";

export function createMongoDirectoryStore(database: Db): DirectoryStore {
  const copies = database.collection<CopyDocument>("user-directory");
  return {
    async read() {
      const found = await copies.findOne({ _id: ID });
      if (!found) return undefined;
      const { copiedAt, fingerprint, content } = found;
      const { users, groups } = Content.parse(JSON.parse((await unpack(content.value())).toString()));
      return { users, groups, fingerprint, copiedAt };
    },
    async write({ users, groups, fingerprint, copiedAt }: DirectoryCopy) {
      const content = new Binary(await pack(JSON.stringify({ users, groups })));
      const fields = { copiedAt, fingerprint, content };
      const replace = () => copies.updateOne({ _id: ID, copiedAt: { $lte: copiedAt } }, { $set: fields });
      if ((await throughCollisions(replace)).matchedCount === 1) return;
      try {
        await copies.insertOne({ _id: ID, ...fields });
      } catch (error) {
        // If the stored copy is newer, the update above does not match it, and the insert fails with a duplicate key.
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
