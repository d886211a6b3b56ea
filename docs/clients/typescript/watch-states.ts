import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "./ask-graph.ts";
import type { ChangeRequestState } from "./operations.generated.ts";
import { readEvents } from "./read-events.ts";
import { Refusal, readProblem } from "./refusal.ts";
import { waitBeforeRetry } from "./wait-before-retry.ts";

/** The data of a `state` event. */
interface StateEvent {
  readonly id: string;
  readonly revision: number;
  /** The number of the evaluation that produced this state; null while Pending. */
  readonly attempt: number | null;
  readonly state: ChangeRequestState;
  readonly score: number | null;
  readonly stateReason: string | null;
  readonly updatedAt: string;
}

/**
 * Yields the current state of a change request, and then each later state. If the connection breaks or the service is
 * busy, waits and reconnects. Ends when the change request is deleted, or after `durationMs`. Throws a Refusal if the
 * service returns any other error.
 */
export async function* watchStates(
  { eventsUrl, token }: Service,
  id: string,
  durationMs: number,
): AsyncGenerator<StateEvent, void> {
  const over = AbortSignal.timeout(durationMs);
  const url = `${eventsUrl}/change-requests/${encodeURIComponent(id)}/events`;
  let lastEventId: string | undefined;
  let reconnectMs = 2_000;
  for (let attempt = 1; !over.aborted; attempt++) {
    const headers = { authorization: `Bearer ${token}`, ...(lastEventId ? { "last-event-id": lastEventId } : {}) };
    const response = await fetch(url, { headers, signal: over }).catch(() => undefined);
    if (response?.status === 404 && lastEventId) return; // The request was deleted between two connections.
    if (response?.status === 429 || response?.status === 503) {
      await response.body?.cancel();
      await waitBeforeRetry(response.headers, attempt);
      continue;
    }
    if (response && !response.ok) throw new Refusal(await readProblem(response));
    try {
      for await (const event of response?.body ? readEvents(response.body) : []) {
        if (event.retry) reconnectMs = Number(event.retry);
        if (event.event === "deleted") return;
        if (event.event !== "state" || !event.data) continue;
        lastEventId = event.id;
        attempt = 0;
        yield JSON.parse(event.data);
      }
    } catch (error) {
      if (!over.aborted && !(error instanceof TypeError)) throw error; // A broken connection causes a TypeError.
    }
    if (over.aborted) return;
    if (!response) console.error(`No connection to ${url}; trying again.`);
    await sleep(reconnectMs);
  }
}
