import type { Delivery, NewDelivery } from "./delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";

interface Stored extends NewDelivery {
  state: Delivery["state"];
  attempts: number;
  scheduledAttempts: number;
  claimed: boolean;
  dueAt: string | null;
  lastError: string | null;
  deliveredAt: string | null;
  settledAt: string | null;
}

/** A delivery store in memory, for tests. */
export function inMemoryDeliveryStore(): DeliveryStore {
  const deliveriesById = new Map<string, Stored>();
  const placeOf = ({ createdAt, id }: Stored) => `${createdAt} ${id}`;

  function removeSome(matches: (stored: Stored) => boolean, limit: number): number {
    const found = [...deliveriesById.values()].filter(matches).slice(0, limit);
    for (const { id } of found) deliveriesById.delete(id);
    return found.length;
  }

  return {
    async add(deliveries) {
      const fresh = { state: "Waiting" as const, attempts: 0, scheduledAttempts: 0, claimed: false };
      const nothingYet = { lastError: null, deliveredAt: null, settledAt: null };
      for (const delivery of deliveries)
        if (!deliveriesById.has(delivery.id))
          deliveriesById.set(delivery.id, { ...delivery, ...fresh, ...nothingYet, dueAt: delivery.createdAt });
    },
    async find(id) {
      const found = deliveriesById.get(id);
      return found ? deliveryOf(found) : null;
    },
    async page({ integrationUuid, state, after, limit }) {
      return [...deliveriesById.values()]
        .filter(
          (delivery) => delivery.integrationUuid === integrationUuid && (state === null || delivery.state === state),
        )
        .map((delivery) => ({ delivery: deliveryOf(delivery), place: placeOf(delivery) }))
        .filter(({ place }) => after === null || place < after)
        .sort((a, b) => (a.place < b.place ? 1 : -1))
        .slice(0, limit);
    },
    async due({ integrationUuid, at, limit, skip }) {
      return [...deliveriesById.values()]
        .filter((delivery) => delivery.integrationUuid === integrationUuid && delivery.state === "Waiting")
        .filter(({ dueAt }) => dueAt !== null && dueAt <= at)
        .slice(skip, skip + limit)
        .map(({ id, attempts, scheduledAttempts, body }) => ({ id, attempts, scheduledAttempts, body }));
    },
    async claim({ id, attempts, scheduledAttempts }, until) {
      const found = deliveriesById.get(id);
      if (found?.attempts !== attempts || found.scheduledAttempts !== scheduledAttempts || found.state !== "Waiting")
        return null;
      Object.assign(found, {
        dueAt: until,
        claimed: true,
        attempts: attempts + 1,
        scheduledAttempts: scheduledAttempts + 1,
      });
      return { id, attempts: found.attempts, scheduledAttempts: found.scheduledAttempts, body: found.body };
    },
    async settleDelivered(id, at) {
      const arrived = { state: "Delivered", lastError: null, deliveredAt: at, settledAt: at, dueAt: null };
      Object.assign(deliveriesById.get(id) ?? {}, { ...arrived, claimed: false });
    },
    async settleFailed({ id, attempts }, problem, at, nextAt) {
      const found = deliveriesById.get(id);
      if (found?.attempts !== attempts || found.state !== "Waiting") return;
      const next = nextAt === null ? { state: "Parked", settledAt: at } : { state: "Waiting", settledAt: null };
      Object.assign(found, { ...next, dueAt: nextAt, lastError: problem, claimed: false });
    },
    async retry(id, at) {
      const found = deliveriesById.get(id);
      if (!found) return null;
      if (!found.claimed)
        Object.assign(found, { state: "Waiting", dueAt: at, scheduledAttempts: 0, settledAt: null, deliveredAt: null });
      return deliveryOf(found);
    },
    async count(state) {
      return [...deliveriesById.values()].filter((delivery) => delivery.state === state).length;
    },
    async purgeSettled(before, limit) {
      return removeSome(({ settledAt }) => settledAt !== null && settledAt < before, limit);
    },
    async removeOf(integrationUuid, limit) {
      return removeSome((delivery) => delivery.integrationUuid === integrationUuid, limit);
    },
  };
}

function deliveryOf(stored: Stored): Delivery {
  const { id, integrationUuid, changeRequestId, revision, attempt, boundaryId } = stored;
  const { state, attempts, lastError, dueAt, deliveredAt } = stored;
  const about = { id, integrationUuid, changeRequestId, revision, attempt, boundaryId };
  return { ...about, state, attempts, lastError, nextAttemptAt: dueAt, deliveredAt };
}
