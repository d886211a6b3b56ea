import { setTimeout as sleep } from "node:timers/promises";
import { allBoundaries } from "../boundaries/admitted-boundaries.ts";
import type { BoundarySnapshots } from "../boundaries/boundary-snapshots.ts";
import type { PreviewRunner } from "./preview-runner.ts";
import { type Listing, listAhead, type ReadPageNeeds, readPage } from "./read-page.ts";
import type { Result } from "./stored-requests.ts";

export interface ReadAheadNeeds extends ReadPageNeeds {
  readonly snapshots: Pick<BoundarySnapshots, "current">;
  newRun(): string;
}

/**
 * Loads every stored request into the caches of the preview threads, so that the first preview of a process is faster.
 * Returns the number of requests. After each page, pauses for as long as the page took. The pauses leave time for calls
 * that users wait for.
 */
export async function readAhead(
  needs: ReadAheadNeeds,
  runner: PreviewRunner,
  signal: AbortSignal,
): Promise<Result<number>> {
  const run = needs.newRun();
  const listed = await listAhead(needs, null, signal);
  if (!listed.ok) return listed;
  if (listed.value.revisions.length === 0 && listed.value.nextAfter === null) return { ok: true, value: 0 };
  const admitted = allBoundaries(await needs.snapshots.current());
  const resolution = new Map();
  await runner.transfer({ admitted, resolution });
  // `begin` requires an edit. This edit is empty, because the run judges no requests.
  const noEdit = { setHash: admitted.hash, answers: [], id: "", after: null };
  await runner.execute("begin", { run, ...noEdit }, signal);
  try {
    let count = 0;
    let listing: Listing | null = Promise.resolve(listed);
    for (let page = 0; listing !== null; page += 1) {
      const beganAt = performance.now();
      const read: Awaited<ReturnType<typeof readPage>> = await readPage(needs, runner, { run, page, listing }, signal);
      if (!read.ok) return read;
      // Discards the page with the command `judge`. The command judges nothing, because no request of the page was
      // selected before.
      await runner.execute("judge", { run, page, answers: [] }, signal);
      count += read.value.count;
      listing = read.value.next;
      if (listing !== null) await sleep(performance.now() - beganAt, undefined, { signal });
    }
    return { ok: true, value: count };
  } finally {
    void runner.execute("drop", { run }).catch(() => undefined);
  }
}
