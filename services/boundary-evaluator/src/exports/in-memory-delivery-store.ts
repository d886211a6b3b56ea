import type { Delivery, NewDelivery } from "./delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";

interface Held extends NewDelivery {
  state: Delivery["state"];
  attempts: number;
  tries: number;
  claimed: boolean;
  dueAt: string | null;
  lastError: string | null;
  deliveredAt: string | null;
  settledAt: string | null;
}

/** A delivery store without an engine, for tests. */
export function inMemoryDeliveryStore(): DeliveryStore {
  const held = new Map<string, Held>();
  const placeOf = ({ createdAt, id }: Held) => `${createdAt} ${id}`;

  function removeSome(isOne: (one: Held) => boolean, limit: number): number {
    const found = [...held.values()].filter(isOne).slice(0, limit);
    for (const { id } of found) held.delete(id);
    return found.length;
  }

  return {
    async add(deliveries) {
      const fresh = { state: "Waiting" as const, attempts: 0, tries: 0, claimed: false };
      const nothingYet = { lastError: null, deliveredAt: null, settledAt: null };
      for (const one of deliveries)
        if (!held.has(one.id)) held.set(one.id, { ...one, ...fresh, ...nothingYet, dueAt: one.createdAt });
    },
    async find(id) {
      const found = held.get(id);
      return found ? deliveryOf(found) : null;
    },
    async page({ integrationUuid, state, after, limit }) {
      return [...held.values()]
        .filter((one) => one.integrationUuid === integrationUuid && (state === null || one.state === state))
        .map((one) => ({ delivery: deliveryOf(one), place: placeOf(one) }))
        .filter(({ place }) => after === null || place < after)
        .sort((a, b) => (a.place < b.place ? 1 : -1))
        .slice(0, limit);
    },
    async due({ integrationUuid, at, limit, skip }) {
      return [...held.values()]
        .filter((one) => one.integrationUuid === integrationUuid && one.state === "Waiting")
        .filter(({ dueAt }) => dueAt !== null && dueAt <= at)
        .slice(skip, skip + limit)
        .map(({ id, attempts, tries, body }) => ({ id, attempts, tries, body }));
    },
    async claim({ id, attempts, tries }, until) {
      const found = held.get(id);
      if (found?.attempts !== attempts || found.tries !== tries || found.state !== "Waiting") return null;
      Object.assign(found, { dueAt: until, claimed: true, attempts: attempts + 1, tries: tries + 1 });
      return { id, attempts: found.attempts, tries: found.tries, body: found.body };
    },
    async settleDelivered(id, at) {
      const arrived = { state: "Delivered", lastError: null, deliveredAt: at, settledAt: at, dueAt: null };
      Object.assign(held.get(id) ?? {}, { ...arrived, claimed: false });
    },
    async settleFailed({ id, attempts }, problem, at, nextAt) {
      const found = held.get(id);
      if (found?.attempts !== attempts || found.state !== "Waiting") return;
      const next = nextAt === null ? { state: "Parked", settledAt: at } : { state: "Waiting", settledAt: null };
      Object.assign(found, { ...next, dueAt: nextAt, lastError: problem, claimed: false });
    },
    async retry(id, at) {
      const found = held.get(id);
      if (!found) return null;
      if (!found.claimed)
        Object.assign(found, { state: "Waiting", dueAt: at, tries: 0, settledAt: null, deliveredAt: null });
      return deliveryOf(found);
    },
    async count(state) {
      return [...held.values()].filter((one) => one.state === state).length;
    },
    async forgetSettled(before, limit) {
      return removeSome(({ settledAt }) => settledAt !== null && settledAt < before, limit);
    },
    async removeOf(integrationUuid, limit) {
      return removeSome((one) => one.integrationUuid === integrationUuid, limit);
    },
  };
}

function deliveryOf(held: Held): Delivery {
  const { id, integrationUuid, changeRequestId, revision, attempt, boundaryId } = held;
  const { state, attempts, lastError, dueAt, deliveredAt } = held;
  const about = { id, integrationUuid, changeRequestId, revision, attempt, boundaryId };
  return { ...about, state, attempts, lastError, nextAttemptAt: dueAt, deliveredAt };
}
