import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { BSON, type Db } from "mongodb";
import { groupsNamedBy } from "../judging/model/named-reference.ts";
import type { Boundary } from "./boundary.ts";
import { type BoundaryHead, type BoundaryStore, revisionOf } from "./boundary-store.ts";

interface HeadDocument {
  /** The id of the boundary. */
  readonly _id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly deleted: boolean;
  /** Whether the boundary is enforced. */
  readonly takesPart: boolean;
  /** The groups that the boundary names. */
  readonly groupIds: readonly string[];
  /** Null when the boundary is deleted. */
  readonly boundary: Boundary | null;
}

interface RevisionDocument {
  readonly _id: string;
  readonly boundary: Boundary;
}

const heads = "boundaries";
const revisions = "boundary-revisions";

export const BOUNDARY_INDEXES: CollectionIndexes = {
  collection: heads,
  indexes: [{ key: { deleted: 1, _id: 1 } }, { key: { groupIds: 1, _id: 1 } }],
};

/**
 * Stores the current revisions of boundaries in one collection and the older revisions in another, each revision in its
 * own document.
 */
export function mongoBoundaryStore(database: Db): BoundaryStore {
  const headDocuments = database.collection<HeadDocument>(heads);
  const revisionDocuments = database.collection<RevisionDocument>(revisions);

  async function keepRevision(boundary: Boundary): Promise<void> {
    try {
      await revisionDocuments.insertOne({ _id: revisionKey(boundary.id, boundary.revision), boundary });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async function insertHead(document: HeadDocument): Promise<boolean> {
    try {
      await headDocuments.insertOne(document);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  return {
    async head(id) {
      const document = await headDocuments.findOne({ _id: id });
      return document ? headOf(document) : null;
    },
    async replace(next, previous) {
      const document = documentOf(next);
      if (previous === null) return insertHead(document);
      if (previous.kind === "boundary") await keepRevision(previous.boundary);
      const { _id, ...rest } = document;
      const replaced = await headDocuments.updateOne(
        { _id, revision: revisionOf(previous), deleted: previous.kind === "tombstone" },
        { $set: rest },
      );
      return replaced.matchedCount === 1;
    },
    async find(id, revision) {
      const head = await headDocuments.findOne({ _id: id });
      if (head?.boundary && (revision === null || revision === head.revision)) return head.boundary;
      if (revision === null) return null;
      const old = await revisionDocuments.findOne({ _id: revisionKey(id, revision) });
      return old?.boundary ?? null;
    },
    async list(afterId, limit, maxBytes) {
      const after = afterId === null ? {} : { _id: { $gt: afterId } };
      const cursor = headDocuments
        .find({ deleted: false, ...after })
        .sort({ _id: 1 })
        .limit(limit + 1);
      const items: Boundary[] = [];
      let bytes = 0;
      for await (const document of cursor) {
        if (items.length === limit || bytes > maxBytes) return { items, more: true };
        bytes += BSON.calculateObjectSize(document);
        items.push(...boundariesOf([document]));
      }
      return { items, more: false };
    },
    async findHeads(ids) {
      // All documents are read in one batch, because a document that is written between two batches could be missed.
      const batchSize = ids.length + 1;
      return boundariesOf(
        await headDocuments.find({ _id: { $in: [...ids] }, deleted: false }, { batchSize }).toArray(),
      );
    },
    async idsNamingGroup(groupId, limit) {
      const found = headDocuments
        .find({ groupIds: groupId }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit);
      return (await found.toArray()).map(({ _id }) => _id);
    },
    async *headVersions() {
      const cursor = headDocuments.find({}, { projection: { uuid: 1, revision: 1, takesPart: 1 }, batchSize: 1_000 });
      for await (const { _id, uuid, revision, takesPart } of cursor)
        yield { id: _id, uuid, revision, enforced: takesPart };
    },
  };
}

/** Returns the key of one revision of a boundary. The revision comes first, because an id can also contain ":". */
function revisionKey(id: string, revision: number): string {
  return `${revision}:${id}`;
}

function documentOf(head: BoundaryHead): HeadDocument {
  if (head.kind === "tombstone") {
    const { id, uuid, revision } = head.tombstone;
    return { _id: id, uuid, revision, deleted: true, takesPart: false, groupIds: [], boundary: null };
  }
  const { id, uuid, revision, enforced } = head.boundary;
  const groupIds = groupsNamedBy(head.boundary);
  return { _id: id, uuid, revision, deleted: false, takesPart: enforced, groupIds, boundary: head.boundary };
}

function headOf({ _id, uuid, revision, boundary }: HeadDocument): BoundaryHead {
  return boundary === null
    ? { kind: "tombstone", tombstone: { id: _id, uuid, revision } }
    : { kind: "boundary", boundary };
}

function boundariesOf(documents: readonly HeadDocument[]): Boundary[] {
  return documents.flatMap(({ boundary }) => boundary ?? []);
}
