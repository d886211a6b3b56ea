import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { insertNew } from "@network-access/service-runtime/insert-new";
import type { Db, Filter, WithId } from "mongodb";
import type { Delivery, DeliveryState } from "./delivery.ts";
import type { DeliveryStore, DueDelivery } from "./delivery-store.ts";

interface DeliveryDocument extends Omit<Delivery, "id" | "nextAttemptAt"> {
  /** The id of the delivery. */
  readonly _id: string;
  readonly body: string;
  /** The sort key of pages: the time of insertion, then the id. */
  readonly place: string;
  /**
   * The time at which the delivery is due. While the delivery is claimed, this is the end of the claim. Null unless the
   * state is Waiting.
   */
  readonly dueAt: string | null;
  /** True while a process attempts the delivery. It stays true if the process crashes during the attempt. */
  readonly claimed: boolean;
  /** The number of attempts since the delivery was inserted or last retried by a user. */
  readonly tries: number;
  /** Null while the state is Waiting. */
  readonly settledAt: string | null;
}

export const DELIVERY_INDEXES: CollectionIndexes = {
  collection: "deliveries",
  indexes: [
    { key: { integrationUuid: 1, state: 1, dueAt: 1 } },
    { key: { integrationUuid: 1, state: 1, place: -1 } },
    { key: { integrationUuid: 1, place: -1 } },
    { key: { state: 1, settledAt: 1 } },
  ],
};

const withoutBody = { projection: { body: 0 } } as const;
/** A read of due deliveries ends once the total length of their bodies exceeds this number. */
const MAX_DUE_CHARACTERS = 4 * 1_024 * 1_024;
/** Counting stops at this number of deliveries. */
const MAX_COUNTED = 1_000_000;

/**
 * Stores one document per delivery. The id of the delivery is the document's key, so a repeated insert changes nothing.
 */
export function mongoDeliveryStore(database: Db): DeliveryStore {
  const documents = database.collection<DeliveryDocument>(DELIVERY_INDEXES.collection);

  /** Reads up to `limit` ids and then deletes these documents, because MongoDB can't limit a delete. */
  async function removeSome(filter: Filter<DeliveryDocument>, limit: number): Promise<number> {
    const found = await documents.find(filter, { projection: { _id: 1 }, limit }).toArray();
    if (found.length > 0) await documents.deleteMany({ ...filter, _id: { $in: found.map(({ _id }) => _id) } });
    return found.length;
  }

  return {
    async add(deliveries) {
      const fresh = { state: "Waiting", attempts: 0, tries: 0, claimed: false } as const;
      const nothingYet = { lastError: null, deliveredAt: null, settledAt: null };
      await insertNew(
        documents,
        deliveries.map(({ id, createdAt, ...rest }) => ({
          _id: id,
          ...rest,
          ...fresh,
          ...nothingYet,
          place: `${createdAt} ${id}`,
          dueAt: createdAt,
        })),
      );
    },
    async find(id) {
      const found = await documents.findOne({ _id: id }, withoutBody);
      return found && deliveryOf(found);
    },
    async page({ integrationUuid, state, after, limit }) {
      const filter = {
        integrationUuid,
        ...(state === null ? {} : { state }),
        ...(after === null ? {} : { place: { $lt: after } }),
      };
      const found = await documents.find(filter, withoutBody).sort({ place: -1 }).limit(limit).toArray();
      return found.map((document) => ({ delivery: deliveryOf(document), place: document.place }));
    },
    async due({ integrationUuid, at, limit, skip }) {
      // The result is not ordered, because DocumentDB would read all due documents to sort them.
      const filter = { integrationUuid, state: "Waiting" as const, dueAt: { $lte: at } };
      const found: DueDelivery[] = [];
      let characters = 0;
      const cursor = documents.find(filter, { projection: { attempts: 1, tries: 1, body: 1 }, skip, limit });
      for await (const { _id: id, attempts, tries, body } of cursor) {
        found.push({ id, attempts, scheduledAttempts: tries, body });
        characters += body.length;
        if (characters > MAX_DUE_CHARACTERS) break;
      }
      return found;
    },
    async claim({ id, attempts, scheduledAttempts: tries, body }, until) {
      const claimed = await documents.updateOne(
        { _id: id, attempts, tries, state: "Waiting" },
        { $set: { dueAt: until, claimed: true }, $inc: { attempts: 1, tries: 1 } },
      );
      return claimed.matchedCount === 1 ? { id, attempts: attempts + 1, scheduledAttempts: tries + 1, body } : null;
    },
    async settleDelivered(id, at) {
      const arrived = { state: "Delivered", lastError: null, deliveredAt: at, settledAt: at } as const;
      await documents.updateOne({ _id: id }, { $set: { ...arrived, dueAt: null, claimed: false } });
    },
    async settleFailed({ id, attempts }, problem, at, nextAt) {
      const next =
        nextAt === null
          ? ({ state: "Parked", dueAt: null, settledAt: at } as const)
          : ({ state: "Waiting", dueAt: nextAt, settledAt: null } as const);
      const isSameAttempt = { _id: id, attempts, state: "Waiting" as const };
      await documents.updateOne(isSameAttempt, { $set: { ...next, lastError: problem, claimed: false } });
    },
    async retry(id, at) {
      const again = { state: "Waiting", dueAt: at, tries: 0, settledAt: null, deliveredAt: null } as const;
      const changed = await documents.findOneAndUpdate(
        { _id: id, claimed: false },
        { $set: again },
        { returnDocument: "after", ...withoutBody },
      );
      const found = changed ?? (await documents.findOne({ _id: id }, withoutBody));
      return found && deliveryOf(found);
    },
    count: (state: DeliveryState) => documents.countDocuments({ state }, { limit: MAX_COUNTED }),
    purgeSettled: (before, limit) =>
      removeSome({ state: { $in: ["Delivered", "Parked"] }, settledAt: { $lt: before } }, limit),
    removeOf: (integrationUuid, limit) => removeSome({ integrationUuid }, limit),
  };
}

function deliveryOf({ _id: id, dueAt, ...rest }: Omit<WithId<DeliveryDocument>, "body">): Delivery {
  const { integrationUuid, changeRequestId, revision, attempt, boundaryId } = rest;
  const { state, attempts, lastError, deliveredAt } = rest;
  const about = { id, integrationUuid, changeRequestId, revision, attempt, boundaryId };
  return { ...about, state, attempts, lastError, nextAttemptAt: dueAt, deliveredAt };
}
