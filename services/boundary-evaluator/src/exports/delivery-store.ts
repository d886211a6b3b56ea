import type { Delivery, DeliveryState, NewDelivery } from "./delivery.ts";

/** A delivery that is due or claimed. */
export interface DueDelivery {
  readonly id: string;
  /** All attempts so far, including the one of a claim. */
  readonly attempts: number;
  /** Attempts since it was inserted or last retried by a user. */
  readonly scheduledAttempts: number;
  readonly body: string;
}

interface DueQuery {
  readonly integrationUuid: string;
  readonly at: string;
  readonly limit: number;
  /** How many to leave out. */
  readonly skip: number;
}

/** A page of the deliveries of one integration. */
interface DeliveryQuery {
  readonly integrationUuid: string;
  /** Null: all of them. */
  readonly state: DeliveryState | null;
  /** `place` of the last one of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Port: the deliveries and their schedule. The schedule is stored nowhere else. Times are RFC 3339 in UTC with
 * milliseconds.
 */
export interface DeliveryStore {
  /** Deliveries whose id is stored already stay unchanged. */
  add(deliveries: readonly NewDelivery[]): Promise<void>;
  find(id: string): Promise<Delivery | null>;
  /** Newest first. `place` is `after` of the next page. */
  page(query: DeliveryQuery): Promise<readonly { readonly delivery: Delivery; readonly place: string }[]>;
  /**
   * Gives up to `limit` waiting deliveries that are due, in any order. If their bodies are long, it gives fewer, but at
   * least one if any is due.
   */
  due(query: DueQuery): Promise<DueDelivery[]>;
  /**
   * Claims a delivery for one attempt. If the attempt is not settled, the delivery is due again at `until`. Null means
   * that the delivery was claimed already or does not exist.
   */
  claim(due: DueDelivery, until: string): Promise<DueDelivery | null>;
  /** The receiver acknowledged it. */
  settleDelivered(id: string, at: string): Promise<void>;
  /**
   * The attempt failed. The delivery waits until `nextAt`, and null parks it. Does nothing if another attempt has begun
   * since.
   */
  settleFailed(claimed: DueDelivery, problem: string, at: string, nextAt: string | null): Promise<void>;
  /**
   * Makes a delivery due now, with a new schedule. A claimed delivery stays unchanged. Null means that the delivery
   * does not exist.
   */
  retry(id: string, at: string): Promise<Delivery | null>;
  /** The number in this state. */
  count(state: DeliveryState): Promise<number>;
  /** Deletes up to `limit` that were settled before. Returns how many. */
  purgeSettled(before: string, limit: number): Promise<number>;
  /** Deletes up to `limit` of an integration. Returns how many. */
  removeOf(integrationUuid: string, limit: number): Promise<number>;
}
