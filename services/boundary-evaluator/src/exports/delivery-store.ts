import type { Delivery, DeliveryState, NewDelivery } from "./delivery.ts";

/** A delivery that somebody may try now, or is trying. */
export interface DueDelivery {
  readonly id: string;
  /** So far; of a claimed one this try included. */
  readonly attempts: number;
  /** Those since it was new or a person asked for another. */
  readonly tries: number;
  readonly body: string;
}

/** Which of those that are due. */
interface DueQuery {
  readonly integrationUuid: string;
  readonly at: string;
  readonly limit: number;
  /** So many others are left out. */
  readonly skip: number;
}

/** Which page of the deliveries of one integration. */
interface DeliveryQuery {
  readonly integrationUuid: string;
  /** Null: all of them. */
  readonly state: DeliveryState | null;
  /** The place of the last one of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Port: what is to be delivered, and when. The schedule is here and nowhere else; times are RFC 3339 in UTC with
 * milliseconds.
 */
export interface DeliveryStore {
  /** Those whose id is there already stay as they are. */
  add(deliveries: readonly NewDelivery[]): Promise<void>;
  find(id: string): Promise<Delivery | null>;
  /** Newest first; `place` is what `after` of the next page takes. */
  page(query: DeliveryQuery): Promise<readonly { readonly delivery: Delivery; readonly place: string }[]>;
  /** Those that wait and whose time has come, in any order; fewer than `limit` where bodies are long, and one at least. */
  due(query: DueQuery): Promise<DueDelivery[]>;
  /** Takes it for one try; it is due again at `until` unless it is settled. Null: somebody else was faster, or it is not there. */
  claim(due: DueDelivery, until: string): Promise<DueDelivery | null>;
  /** It arrived. */
  settleDelivered(id: string, at: string): Promise<void>;
  /** It did not arrive: it waits until `nextAt`, or is parked when that is null. Nothing when another try began since. */
  settleFailed(claimed: DueDelivery, problem: string, at: string, nextAt: string | null): Promise<void>;
  /** Makes it wait for a try right now, with all tries before it. One that is being tried stays as it is. Null: it is not there. */
  retry(id: string, at: string): Promise<Delivery | null>;
  /** How many are in this state. */
  count(state: DeliveryState): Promise<number>;
  /** Removes up to `limit` that were settled before; how many it were. */
  forgetSettled(before: string, limit: number): Promise<number>;
  /** Removes up to `limit` of an integration; how many it were. */
  removeOf(integrationUuid: string, limit: number): Promise<number>;
}
