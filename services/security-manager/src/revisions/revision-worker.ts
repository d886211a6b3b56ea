import { randomUUID } from "node:crypto";
import { isDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import type { Logger } from "@network-access/service-runtime/logger";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { ClaimLost, holdClaim } from "./hold-claim.ts";
import type { Made } from "./make-current.ts";
import { type MakingNeeds, makeRevision } from "./make-revision.ts";
import type { Revision } from "./revision.ts";
import type { Claimed } from "./revision-store.ts";

/** How long a claim lasts after it was made or renewed. Then another process may claim the revision. */
const CLAIM_MS = 30_000;
/**
 * The duration of a claim after each renewal, if an earlier claim to the revision expired. It is longer than
 * `CLAIM_MS`, because the process with the expired claim may have been too slow to renew it in time.
 */
const SLOW_CLAIM_MS = 120_000;
/**
 * After this time, `makePending` begins no further revision and returns. Its caller can then fill lost indexes even
 * during a backlog.
 */
const ROUND_MS = 5_000;
/** The longest pause after a failed attempt. The pause doubles with each failed attempt up to this length. */
const LONGEST_PAUSE_MS = 30_000;

interface Needs extends MakingNeeds {
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** Called when a revision can be searched, with the seconds since its upload. */
  readonly onSearchable: (seconds: number) => void;
}

/**
 * Writes the rows of each pending revision that is due and makes the revision current, one revision after the other.
 * Returns false if no revision is due or `stopping` is aborted. Returns true if `ROUND_MS` have passed and more
 * revisions may be due.
 */
export async function makePending(needs: Needs, stopping: AbortSignal): Promise<boolean> {
  const began = needs.elapsedMs();
  while (!stopping.aborted) {
    const claim = randomUUID();
    const at = needs.now();
    const claimed = await needs.revisions.claim(claim, at, after(at, CLAIM_MS));
    if (!claimed) return false;
    await attempt(needs, claimed, claim, stopping);
    if (needs.elapsedMs() - began >= ROUND_MS) return !stopping.aborted;
  }
  return false;
}

/** Tries once to make a revision. A failure is logged, and the next attempt is due after a pause. */
async function attempt(
  needs: Needs,
  { revision, lapsed }: Claimed,
  claim: string,
  stopping: AbortSignal,
): Promise<void> {
  const { revisions, rows, now, elapsedMs, logger } = needs;
  const { id, deviceId, attempts } = revision;
  const ms = lapsed ? SLOW_CLAIM_MS : CLAIM_MS;
  const renew = () => revisions.renewClaim(id, claim, after(now(), ms));
  const about = { revision: id, device: deviceId, attempts };
  try {
    if (lapsed) await renew();
    await holdClaim({ ms, renew, elapsedMs }, async (check) => {
      const checked = async () => {
        stopping.throwIfAborted();
        await check();
      };
      const making: MakingNeeds = {
        ...needs,
        rows: { ...rows, write: async (...given) => checked().then(() => rows.write(...given)) },
        setCurrent: async (...given) => checked().then(() => needs.setCurrent(...given)),
      };
      await finish(needs, revision, claim, await makeRevision(making, revision));
    });
  } catch (error) {
    if (error instanceof ClaimLost) return logger.warn(about, "another process has taken a revision over");
    const pauseMs = stopping.aborted ? 0 : Math.min(1_000 * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    if (!stopping.aborted) {
      const line = { ...about, err: error, pauseMs };
      const isExpected = error instanceof IndexAway || isDatabaseAway(error);
      logger[isExpected ? "warn" : "error"](line, "a revision could not be made and is tried again");
    }
    await revisions.releaseClaim(id, claim, after(now(), pauseMs));
  }
}

async function finish(
  { revisions, logger, onSearchable }: Needs,
  { id, deviceId, attempts, createdAt }: Revision,
  claim: string,
  made: Made,
): Promise<void> {
  const about = { revision: id, device: deviceId, attempts, state: made.state };
  if (made.state !== "searchable") {
    await revisions.finish(id, claim, made.state);
    return logger.info(about, "a revision was made");
  }
  await revisions.noteSearchable(id);
  const seconds = (made.since.getTime() - createdAt.getTime()) / 1_000;
  onSearchable(seconds);
  logger.info({ ...about, seconds }, "a revision was made");
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
