import { nextAttemptAfterMs } from "./delivery-schedule.ts";
import type { DeliveryStore, DueDelivery } from "./delivery-store.ts";
import type { EventSender, Receiver } from "./event-sender.ts";

/** The outcome of one attempt, for logs and metrics. */
export interface DeliveryAttempt {
  readonly deliveryId: string;
  readonly attempts: number;
  readonly outcome: "delivered" | "failed" | "parked";
  readonly problem: string | null;
  readonly tookMs: number;
}

export interface DeliverDueNeeds {
  readonly deliveries: Pick<DeliveryStore, "due" | "claim" | "settleDelivered" | "settleFailed">;
  readonly sender: EventSender;
  now(): Date;
  random(): number;
  /**
   * The pauses between attempts, in milliseconds. If the attempt after the last pause fails, the delivery is parked.
   */
  readonly pauses: readonly number[];
  /**
   * The duration of a claim in milliseconds. It is longer than any attempt. If the outcome of the attempt is not stored
   * within this time, another process can claim the delivery.
   */
  readonly leaseMs: number;
  /** The number of concurrent attempts. */
  readonly concurrency: number;
  onAttempt(attempt: DeliveryAttempt): void;
}

/** The signals that stop the delivery of events. */
export interface Stopping {
  /** When it is aborted, no further attempt starts. */
  readonly noMore: AbortSignal;
  /** When it is aborted, attempts in progress fail. */
  readonly breakOff: AbortSignal;
}

/** The number of deliveries in one read. */
const PAGE = 64;
/**
 * After reading a full page, a process skips a random number of due deliveries. The number is smaller than this limit.
 * Two processes therefore seldom try to claim the same delivery.
 */
const SPREAD = 1_024;

/**
 * Delivers the events that are due for one integration, until no event is due any more. The function calls `receiver`
 * before each page of deliveries, and ends if `receiver` returns null. Several processes can run the function
 * concurrently, because only one of them can claim a delivery for the same attempt.
 */
export async function deliverDue(
  needs: DeliverDueNeeds,
  integrationUuid: string,
  receiver: () => Promise<Receiver | null>,
  { noMore, breakOff }: Stopping,
): Promise<void> {
  const due = dueAttempts(needs, integrationUuid, receiver, noMore);
  const workers = Array.from({ length: needs.concurrency }, async () => {
    for (let next = await due.next(); !next.done; next = await due.next())
      await attemptOne(needs, next.value, breakOff);
  });
  const ended = await Promise.allSettled(workers);
  for (const worker of ended) if (worker.status === "rejected") throw worker.reason;
}

interface DueAttempt {
  readonly due: DueDelivery;
  readonly receiver: Receiver;
}

/**
 * Reads the due deliveries page by page and yields them one by one. All concurrent attempts take their deliveries from
 * one generator, so each delivery of a page goes to only one attempt.
 */
async function* dueAttempts(
  { deliveries, now, random }: DeliverDueNeeds,
  integrationUuid: string,
  receiver: () => Promise<Receiver | null>,
  noMore: AbortSignal,
): AsyncGenerator<DueAttempt, void, undefined> {
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

async function attemptOne(needs: DeliverDueNeeds, { due, receiver }: DueAttempt, breakOff: AbortSignal): Promise<void> {
  const { deliveries, sender, now, leaseMs } = needs;
  const claimed = await deliveries.claim(due, new Date(now().getTime() + leaseMs).toISOString());
  if (claimed === null) return;
  const beganAt = performance.now();
  const sent = await sender.send(receiver, claimed, breakOff);
  const attempt = { deliveryId: claimed.id, attempts: claimed.attempts, tookMs: performance.now() - beganAt };
  if (sent.ok) {
    // If the process crashes before this write, the event is sent again with the same id once the claim has expired.
    await deliveries.settleDelivered(claimed.id, now().toISOString());
    return needs.onAttempt({ ...attempt, outcome: "delivered", problem: null });
  }
  const nextAt = await settleFailed(needs, claimed, sent);
  needs.onAttempt({ ...attempt, outcome: nextAt === null ? "parked" : "failed", problem: sent.problem });
}

async function settleFailed(
  { deliveries, now, random, pauses }: DeliverDueNeeds,
  claimed: DueDelivery,
  failed: { readonly problem: string; readonly retryAfterMs: number | null; readonly isGone: boolean },
): Promise<string | null> {
  const at = now();
  const afterMs = nextAttemptAfterMs(pauses, { attempts: claimed.scheduledAttempts, ...failed }, random());
  const nextAt = afterMs === null ? null : new Date(at.getTime() + afterMs).toISOString();
  await deliveries.settleFailed(claimed, failed.problem, at.toISOString(), nextAt);
  return nextAt;
}
