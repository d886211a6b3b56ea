import type { Delivery, DeliveryState, NewDelivery } from "./delivery.ts";

/** A delivery that is due or claimed. */
export interface DueDelivery {
  readonly id: string;
  /** The number of all attempts so far. If the delivery is claimed, the attempt for which it is claimed is included. */
  readonly attempts: number;
  /** The number of attempts since the delivery was inserted or last retried by a user. */
  readonly scheduledAttempts: number;
  readonly body: string;
}

interface DueQuery {
  readonly integrationUuid: string;
  readonly at: string;
  readonly limit: number;
  /** The number of due deliveries to leave out. */
  readonly skip: number;
}

/** A page of the deliveries of one integration. */
interface DeliveryQuery {
  readonly integrationUuid: string;
  /** Null selects deliveries in every state. */
  readonly state: DeliveryState | null;
  /**
   * The `place` of the last delivery on the previous page. The list is ordered newest first, and the query selects the
   * deliveries after this place. Null selects the first page.
   */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Stores deliveries and the times of their next attempts. These times are stored nowhere else. All times are RFC 3339
 * in UTC with milliseconds.
 */
export interface DeliveryStore {
  /** Inserts deliveries. A delivery whose id is already stored stays unchanged. */
  add(deliveries: readonly NewDelivery[]): Promise<void>;
  find(id: string): Promise<Delivery | null>;
  /**
   * Returns a page of deliveries, newest first. For the next page, set `after` in the query to the `place` of the last
   * delivery on this page.
   */
  page(query: DeliveryQuery): Promise<readonly { readonly delivery: Delivery; readonly place: string }[]>;
  /**
   * Returns up to `limit` due deliveries in any order, after leaving out `skip` of them. May return fewer deliveries if
   * their bodies are long, but returns at least one if more than `skip` deliveries are due.
   */
  due(query: DueQuery): Promise<DueDelivery[]>;
  /**
   * Claims a delivery for one attempt. If the result of the attempt is not stored before `until`, the delivery is due
   * again at that time. Returns null if the delivery was deleted, is no longer waiting, or was attempted or retried
   * after `due` was read.
   */
  claim(due: DueDelivery, until: string): Promise<DueDelivery | null>;
  /** Notes that the receiver acknowledged the delivery. */
  settleDelivered(id: string, at: string): Promise<void>;
  /**
   * Records that an attempt failed. The delivery then waits until `nextAt`, or is parked if `nextAt` is null. Does
   * nothing if a later attempt of the delivery has begun.
   */
  settleFailed(claimed: DueDelivery, problem: string, at: string, nextAt: string | null): Promise<void>;
  /**
   * Makes a delivery due at the time `at` and restarts its schedule of attempts. The delivery may be in any state, but
   * a claimed delivery stays unchanged. Returns the delivery as stored after the call, or null if it does not exist.
   */
  retry(id: string, at: string): Promise<Delivery | null>;
  /** Returns the number of deliveries in this state. The store may stop counting at 1,000,000. */
  count(state: DeliveryState): Promise<number>;
  /**
   * Deletes up to `limit` deliveries that were delivered or parked before the time `before`. Returns the number of
   * deleted deliveries.
   */
  purgeSettled(before: string, limit: number): Promise<number>;
  /** Deletes up to `limit` deliveries of an integration. Returns the number of deleted deliveries. */
  removeOf(integrationUuid: string, limit: number): Promise<number>;
}
