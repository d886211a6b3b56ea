import { nextAttemptAfterMs } from "./delivery-schedule.ts";
import type { DeliveryStore, DueDelivery } from "./delivery-store.ts";
import type { EventSender, Receiver } from "./event-sender.ts";

/** How one try ended, for logs and figures. */
export interface Tried {
  readonly deliveryId: string;
  readonly attempts: number;
  readonly outcome: "delivered" | "failed" | "parked";
  readonly problem: string | null;
  readonly tookMs: number;
}

/** What delivering needs. */
export interface DeliverDueNeeds {
  readonly deliveries: Pick<DeliveryStore, "due" | "claim" | "settleDelivered" | "settleFailed">;
  readonly sender: EventSender;
  now(): Date;
  random(): number;
  /** Milliseconds between two tries; after the last one it is parked. */
  readonly pauses: readonly number[];
  /** A try that nobody settled for so long may be made by somebody else. Longer than a try can take. */
  readonly leaseMs: number;
  /** Tries at once. */
  readonly concurrency: number;
  tried(tried: Tried): void;
}

/** How delivering is ended. */
export interface Stopping {
  /** No try is begun any more. */
  readonly noMore: AbortSignal;
  /** Those in progress end as failed. */
  readonly breakOff: AbortSignal;
}

/** Read at once. */
const PAGE = 64;
/** Where there are many, each process begins somewhere within so many, so that it seldom meets another. */
const SPREAD = 1_024;

/**
 * Delivers what is due for one integration until nothing is. `receiver` is asked before each page: null ends it.
 * Several processes may do so at once; each delivery is claimed by one of them for as long as a try can take.
 */
export async function deliverDue(
  needs: DeliverDueNeeds,
  integrationUuid: string,
  receiver: () => Promise<Receiver | null>,
  { noMore, breakOff }: Stopping,
): Promise<void> {
  const due = dueTries(needs, integrationUuid, receiver, noMore);
  const hands = Array.from({ length: needs.concurrency }, async () => {
    for (let next = await due.next(); !next.done; next = await due.next()) await tryOne(needs, next.value, breakOff);
  });
  const ended = await Promise.allSettled(hands);
  for (const hand of ended) if (hand.status === "rejected") throw hand.reason;
}

interface DueTry {
  readonly due: DueDelivery;
  readonly receiver: Receiver;
}

/** Hands ask at the same time; the generator answers one after the other. */
async function* dueTries(
  { deliveries, now, random }: DeliverDueNeeds,
  integrationUuid: string,
  receiver: () => Promise<Receiver | null>,
  noMore: AbortSignal,
): AsyncGenerator<DueTry, void, undefined> {
  let skip = 0;
  for (;;) {
    const current = noMore.aborted ? null : await receiver();
    if (current === null) return;
    const page = await deliveries.due({ integrationUuid, at: now().toISOString(), limit: PAGE, skip });
    if (page.length === 0 && skip === 0) return;
    for (const due of page) {
      if (noMore.aborted) return;
      yield { due, receiver: current };
    }
    skip = page.length === PAGE ? Math.floor(random() * SPREAD) : 0;
  }
}

async function tryOne(needs: DeliverDueNeeds, { due, receiver }: DueTry, breakOff: AbortSignal): Promise<void> {
  const { deliveries, sender, now, leaseMs } = needs;
  const claimed = await deliveries.claim(due, new Date(now().getTime() + leaseMs).toISOString());
  if (claimed === null) return;
  const beganAt = performance.now();
  const sent = await sender.send(receiver, claimed, breakOff);
  const told = { deliveryId: claimed.id, attempts: claimed.attempts, tookMs: performance.now() - beganAt };
  if (sent.ok) {
    // Lost before this is written, it is sent again under the same id when the claim has run out.
    await deliveries.settleDelivered(claimed.id, now().toISOString());
    return needs.tried({ ...told, outcome: "delivered", problem: null });
  }
  const nextAt = await settleFailed(needs, claimed, sent);
  needs.tried({ ...told, outcome: nextAt === null ? "parked" : "failed", problem: sent.problem });
}

async function settleFailed(
  { deliveries, now, random, pauses }: DeliverDueNeeds,
  claimed: DueDelivery,
  failed: { readonly problem: string; readonly retryAfterMs: number | null; readonly isGone: boolean },
): Promise<string | null> {
  const at = now();
  const afterMs = nextAttemptAfterMs(pauses, { tries: claimed.tries, ...failed }, random());
  const nextAt = afterMs === null ? null : new Date(at.getTime() + afterMs).toISOString();
  await deliveries.settleFailed(claimed, failed.problem, at.toISOString(), nextAt);
  return nextAt;
}
