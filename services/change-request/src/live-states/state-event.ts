import { createHash } from "node:crypto";
import type { Caller } from "@network-access/access/caller";
import { type ShownState, scoreOf, stateOf, stateReasonFor } from "../requests/shown-state.ts";
import type { ServerSentEvent } from "./event-stream.ts";

/**
 * Makes the event of a state, as one caller may see it. Its id has the revision, the attempt (0 if there is none) and a
 * digest of the data. The same id means the same data, whichever process sends it.
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
