import type { DiscoveryRunStore } from "../connectors/discovery-run.ts";
import { type FinishingNeeds, finishCleanUp } from "./finish-clean-up.ts";

/**
 * A run that was closed less than this time ago is skipped. The call that closed the run may still be working on its
 * clean-up.
 */
const LEAVE_TO_CALLS_MS = 60_000;
const AT_ONCE = 10;

interface Needs extends FinishingNeeds {
  readonly runs: Pick<DiscoveryRunStore, "noteCleanUp" | "listUnfinished">;
}

/** Continues clean-ups that a crash or a deadline interrupted. */
export async function finishCleanUps(needs: Needs, signal: AbortSignal): Promise<void> {
  const startedAt = needs.now().getTime();
  const until = new Date(startedAt + 20_000);
  for (const run of await needs.runs.listUnfinished(new Date(startedAt - LEAVE_TO_CALLS_MS), AT_ONCE)) {
    if (signal.aborted || needs.now() > until) return;
    await finishCleanUp(needs, run, until);
  }
}
