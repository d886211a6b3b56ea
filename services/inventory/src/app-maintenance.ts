import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import { purgeFeedTokens } from "./feeds/purge-feed-tokens.ts";
import { indexSeen } from "./projection/index-seen.ts";
import { disownItems } from "./uploads/disown-items.ts";
import { finishCleanUps } from "./uploads/finish-clean-ups.ts";
import { purgeOld } from "./uploads/purge-old.ts";

type Needs = Parameters<typeof finishCleanUps>[0] &
  Parameters<typeof purgeOld>[0] &
  Parameters<typeof purgeFeedTokens>[0] &
  Parameters<typeof disownItems>[0] &
  Parameters<typeof indexSeen>[0];

/** Assembles the periodic tasks for items and feed tokens. */
export function assembleMaintenance(needs: Needs, logger: Logger): readonly Part[] {
  const periodic = (name: string, everyMs: number, work: (needs: Needs, signal: AbortSignal) => Promise<void>) =>
    createPeriodic({ name, everyMs, task: (signal) => work(needs, signal), logger });
  return [
    periodic("finish clean-ups", 30_000, finishCleanUps),
    periodic("disown items", 5_000, disownItems),
    periodic("index last-seen times", 60_000, indexSeen),
    periodic("purge removed items", 600_000, purgeOld),
    periodic("purge feed tokens", 6 * 3_600_000, purgeFeedTokens),
  ];
}
