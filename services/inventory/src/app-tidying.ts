import type { Logger } from "@network-access/service-runtime/logger";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import { finishCleanUps } from "./finish-clean-ups.ts";
import { forgetOld } from "./forget-old.ts";

type Needs = Parameters<typeof finishCleanUps>[0] & Parameters<typeof forgetOld>[0];

/** What finishes, forgets and refreshes in the background what no call does. */
export function assembleTidying(needs: Needs, logger: Logger): readonly Part[] {
  return [
    createPeriodic({
      name: "finish clean-ups",
      everyMs: 30_000,
      task: (signal) => finishCleanUps(needs, signal),
      logger,
    }),
    createPeriodic({ name: "forget old", everyMs: 600_000, task: (signal) => forgetOld(needs, signal), logger }),
  ];
}
