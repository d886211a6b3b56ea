import type { Logger } from "@network-access/service-runtime/logger";
import { histogram } from "@network-access/service-runtime/metrics";
import { type MakingNeeds, makeRevision } from "./make-revision.ts";

/** How long a process may work on a revision before another one takes it. */
const CLAIMED_MS = 300_000;

const delay = histogram({
  name: "manager_revision_searchable_seconds",
  help: "Time from a revision's upload until it is searched",
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300],
});

interface Needs extends MakingNeeds {
  readonly now: () => Date;
  readonly logger: Logger;
}

/** Makes the pending revisions, one after the other, until none is left. Returns how many it made. */
export async function makePending(needs: Needs): Promise<number> {
  const { revisions, now, logger } = needs;
  for (let made = 0; ; made += 1) {
    const revision = await revisions.claim(now(), CLAIMED_MS);
    if (!revision) return made;
    const { id, deviceId, createdAt } = revision;
    const state = await makeRevision(needs, revision);
    await revisions.finish(id, state);
    const seconds = (now().getTime() - createdAt.getTime()) / 1_000;
    if (state === "searchable") delay.observe(seconds);
    logger.info({ revision: id, device: deviceId, state, seconds }, "a revision was made");
  }
}
