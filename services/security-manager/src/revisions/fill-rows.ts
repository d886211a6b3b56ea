import type { LeaseStore } from "@network-access/service-runtime/lease-store";
import type { Logger } from "@network-access/service-runtime/logger";
import type { RowIndex, RowWriter } from "../row-index/row-index.ts";
import { holdLease } from "./hold-lease.ts";
import { createCurrentRevisionWriter, type WritingNeeds } from "./write-current-revisions.ts";

interface Needs extends Omit<WritingNeeds, "progress"> {
  readonly rows: Pick<RowIndex, "prepare">;
  readonly leases: LeaseStore;
  readonly holder: string;
  readonly now: () => Date;
  readonly elapsedMs: () => number;
  readonly logger: Logger;
}

/** The name of the lease is stored in the database, so it must not change. */
const LEASE = "fill the indexes";

/** Thrown if another process fills the indexes, or if this process stops. */
class NotFilled extends Error {}

/**
 * Creates missing indexes and writes the rows of all current revisions to them. Returns false if another process
 * already fills the indexes, or if `stopping` is aborted.
 */
export async function fillRows(needs: Needs, stopping: AbortSignal): Promise<boolean> {
  const { rows, logger } = needs;

  async function fill(target: RowWriter, check: () => Promise<void>): Promise<void> {
    const write: RowWriter["write"] = async (...given) => {
      if (stopping.aborted) throw new NotFilled();
      await check();
      await target.write(...given);
    };
    const progress = (done: number, total: number) => {
      if (done === total) logger.warn({ revisions: done }, "a missing index was filled");
    };
    await createCurrentRevisionWriter({ ...needs, progress }, { ...target, write }).write();
  }

  try {
    await rows.prepare(async (target) => {
      if (!(await holdLease(needs, LEASE, (check) => fill(target, check)))) throw new NotFilled();
    });
    return true;
  } catch (error) {
    if (error instanceof NotFilled) return false;
    throw error;
  }
}
