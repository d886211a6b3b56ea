import type { Caller } from "@network-access/access/caller";
import { pause } from "@network-access/service-runtime/deadline";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { ServerSentEvent, StreamedEvent } from "./event-stream.ts";
import type { Watched } from "./live-states.ts";
import { stateEvent } from "./state-event.ts";

/** The options of one stream. In a stream, one caller watches one change request. */
export interface StateStreamOptions {
  readonly watched: Watched;
  readonly caller: Pick<Caller, "may" | "expiresAt">;
  /** The id of the last event that the caller has seen, if any. */
  readonly lastEventId: string | undefined;
  /** Aborted when the caller has disconnected. */
  readonly over: AbortSignal;
  /** Aborted before this process stops. */
  readonly stopping: AbortSignal;
  readonly heartbeatMs: number;
  readonly now: () => Date;
}

/**
 * Yields the current state, unless the caller has already seen it, and then each newer state. If the state changes
 * several times before the caller reads, only the newest state is sent.
 *
 * The last event is `deleted` if the change request is deleted. Otherwise it is `end`, with a reason.
 */
export async function* publishStates(options: StateStreamOptions): AsyncGenerator<StreamedEvent, void> {
  const { watched, caller, over, stopping, heartbeatMs, now } = options;
  const { id, uuid } = watched.first;
  let wake = new AbortController();
  const onChange = () => wake.abort();
  watched.onChange(onChange);
  over.addEventListener("abort", onChange, { once: true });
  stopping.addEventListener("abort", onChange, { signal: over });
  let known = options.lastEventId;
  let lastSentAt = performance.now();

  while (!over.aborted) {
    // A state change aborts `wake`, which ends the pause below. `wake` is created before the state is read. Otherwise,
    // a change between the read and the pause would be missed.
    wake = new AbortController();
    const tokenMs = caller.expiresAt.getTime() - now().getTime();
    if (tokenMs <= 0) return yield end("token-expired");
    const shown = watched.latest();
    if (shown?.uuid !== uuid) {
      annotateRequest({ ended: "deleted" });
      return yield { event: "deleted", data: { id } };
    }
    const event = stateEvent(shown, caller);
    const silentMs = performance.now() - lastSentAt;
    if (event.id !== known) {
      yield event;
      known = event.id;
      lastSentAt = performance.now();
    } else if (stopping.aborted) {
      return yield end("draining");
    } else if (silentMs >= heartbeatMs) {
      yield "heartbeat";
      lastSentAt = performance.now();
    } else {
      await pause(Math.min(heartbeatMs - silentMs, tokenMs), wake.signal);
    }
  }
}

/** Creates the last event of a stream that ends although the change request still exists. */
function end(reason: "draining" | "token-expired"): ServerSentEvent {
  annotateRequest({ ended: reason });
  return { event: "end", data: { reason } };
}
