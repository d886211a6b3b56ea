import { createHash } from "node:crypto";
import type { Caller } from "@network-access/access/caller";
import { type ShownState, scoreOf, stateOf, stateReasonFor } from "../requests/shown-state.ts";
import type { ServerSentEvent } from "./event-stream.ts";

/**
 * Creates the event for a state. It contains only what the caller may see. Its id consists of the revision, the attempt
 * (0 if there is none) and a digest of the data. Events with equal ids have equal data, even if different processes
 * sent them.
 */
export function stateEvent(shown: ShownState, caller: Pick<Caller, "may">) {
  const { id, revision, updatedAt, verdict } = shown;
  const attempt = verdict?.attempt ?? null;
  const data = {
    id,
    revision,
    attempt,
    state: stateOf(shown),
    score: scoreOf(shown),
    stateReason: stateReasonFor(shown, caller),
    updatedAt,
  };
  const digest = createHash("sha256").update(JSON.stringify(data)).digest("base64url").slice(0, 8);
  return { event: "state", id: `${revision}.${attempt ?? 0}.${digest}`, data } satisfies ServerSentEvent;
}
