import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "./ask-graph.ts";
import type { ChangeRequestState } from "./operations.generated.ts";
import { readEvents } from "./read-events.ts";
import { Refusal, readProblem } from "./refusal.ts";
import { waitAsAsked } from "./wait-as-asked.ts";

/** The data of an event `state`. */
interface ToldState {
  readonly id: string;
  readonly revision: number;
  /** Which judging this state is of; null while Pending. */
  readonly attempt: number | null;
  readonly state: ChangeRequestState;
  readonly score: number | null;
  readonly stateReason: string | null;
  readonly updatedAt: string;
}

/**
 * The state of a change request now, then each later one. Connects again by itself; ends when the request is deleted, and
 * after `lastMs`. Throws a Refusal when the service says no.
 */
export async function* watchStates(
  { eventsUrl, token }: Service,
  id: string,
  lastMs: number,
): AsyncGenerator<ToldState, void> {
  const over = AbortSignal.timeout(lastMs);
  const url = `${eventsUrl}/change-requests/${encodeURIComponent(id)}/events`;
  let lastEventId: string | undefined;
  let reconnectMs = 2_000;
  for (let tries = 1; !over.aborted; tries++) {
    const headers = { authorization: `Bearer ${token}`, ...(lastEventId ? { "last-event-id": lastEventId } : {}) };
    const response = await fetch(url, { headers, signal: over }).catch(() => undefined);
    if (response?.status === 404 && lastEventId) return; // Deleted while nobody was connected.
    if (response?.status === 429 || response?.status === 503) {
      await response.body?.cancel();
      await waitAsAsked(response.headers, tries);
      continue;
    }
    if (response && !response.ok) throw new Refusal(await readProblem(response));
    try {
      for await (const event of response?.body ? readEvents(response.body) : []) {
        if (event.retry) reconnectMs = Number(event.retry);
        if (event.event === "deleted") return;
        if (event.event !== "state" || !event.data) continue;
        lastEventId = event.id;
        tries = 0;
        yield JSON.parse(event.data);
      }
    } catch (error) {
      if (!over.aborted && !(error instanceof TypeError)) throw error; // A broken connection is a TypeError.
    }
    if (over.aborted) return;
    if (!response) console.error(`Nothing answers at ${url}; trying again.`);
    await sleep(reconnectMs);
  }
}
