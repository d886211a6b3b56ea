import type { Caller } from "@network-access/access/caller";
import { pause } from "@network-access/service-runtime/deadline";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { ServerSentEvent, StreamedEvent } from "./event-stream.ts";
import type { Watched } from "./live-states.ts";
import { stateEvent } from "./state-event.ts";

/** One caller who watches one change request. */
export interface Telling {
  readonly watched: Watched;
  readonly caller: Pick<Caller, "may" | "expiresAt">;
  /** The id of the last event the caller has seen, if any. */
  readonly lastEventId: string | undefined;
  /** Aborted when the caller is gone. */
  readonly over: AbortSignal;
  /** Aborted when this process is about to end. */
  readonly stopping: AbortSignal;
  readonly heartbeatMs: number;
  readonly now: () => Date;
}

/**
 * The current state, then each newer one; states between two that the caller takes are left out. Ends with the event
 * `deleted` when the request is, else with `end` and a reason. A state the caller has seen last is not told again.
 */
export async function* publishStates(telling: Telling): AsyncGenerator<StreamedEvent, void> {
  const { watched, caller, over, stopping, heartbeatMs, now } = telling;
  const { id, uuid } = watched.first;
  let wake = new AbortController();
  const ring = () => wake.abort();
  watched.onChange(ring);
  over.addEventListener("abort", ring, { once: true });
  stopping.addEventListener("abort", ring, { signal: over });
  let known = telling.lastEventId;
  let silentSince = performance.now();

  while (!over.aborted) {
    // Before anything is looked at: what comes meanwhile ends the next pause at once.
    wake = new AbortController();
    const tokenMs = caller.expiresAt.getTime() - now().getTime();
    if (tokenMs <= 0) return yield end("token-expired");
    const shown = watched.latest();
    if (shown?.uuid !== uuid) {
      annotateRequest({ ended: "deleted" });
      return yield { event: "deleted", data: { id } };
    }
    const event = stateEvent(shown, caller);
    const silentMs = performance.now() - silentSince;
    if (event.id !== known) {
      yield event;
      known = event.id;
      silentSince = performance.now();
    } else if (stopping.aborted) {
      return yield end("draining");
    } else if (silentMs >= heartbeatMs) {
      yield "heartbeat";
      silentSince = performance.now();
    } else {
      await pause(Math.min(heartbeatMs - silentMs, tokenMs), wake.signal);
    }
  }
}

/** Says why this stream ends although the request goes on. */
function end(reason: "draining" | "token-expired"): ServerSentEvent {
  annotateRequest({ ended: reason });
  return { event: "end", data: { reason } };
}
