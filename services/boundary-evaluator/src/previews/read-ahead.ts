import { setTimeout as sleep } from "node:timers/promises";
import { allBoundaries } from "../boundaries/admitted-boundaries.ts";
import type { BoundarySnapshots } from "../boundaries/boundary-snapshots.ts";
import type { Previewing } from "./ask-previewing.ts";
import { type Listing, listAhead, type ReadPageNeeds, readPage } from "./read-page.ts";
import type { Told } from "./stored-requests.ts";

/** What reading ahead needs. */
export interface ReadAheadNeeds extends ReadPageNeeds {
  readonly snapshots: Pick<BoundarySnapshots, "current">;
  newRun(): string;
}

/**
 * Has whoever previews read every stored request, and answers how many there are, so that the first preview of a process
 * does not have to. After each page it rests as long as the page took, for nobody waits for it.
 */
export async function readAhead(
  needs: ReadAheadNeeds,
  previewing: Previewing,
  signal: AbortSignal,
): Promise<Told<number>> {
  const run = needs.newRun();
  const listed = await listAhead(needs, null, signal);
  if (!listed.ok) return listed;
  if (listed.value.revisions.length === 0 && listed.value.nextAfter === null) return { ok: true, value: 0 };
  const admitted = allBoundaries(await needs.snapshots.current());
  const resolution = new Map();
  await previewing.give({ admitted, resolution });
  // An edit of nothing: it is never laid beside anything.
  const nothing = { setHash: admitted.hash, answers: [], id: "", after: null };
  await previewing.ask("begin", { run, ...nothing }, signal);
  try {
    let count = 0;
    let listing: Listing | null = Promise.resolve(listed);
    for (let page = 0; listing !== null; page += 1) {
      const beganAt = performance.now();
      const read: Awaited<ReturnType<typeof readPage>> = await readPage(
        needs,
        previewing,
        { run, page, listing },
        signal,
      );
      if (!read.ok) return read;
      // What was not looked at is not judged: this lets go of the page.
      await previewing.ask("judge", { run, page, answers: [] }, signal);
      count += read.value.count;
      listing = read.value.next;
      if (listing !== null) await sleep(performance.now() - beganAt, undefined, { signal });
    }
    return { ok: true, value: count };
  } finally {
    void previewing.ask("drop", { run }).catch(() => undefined);
  }
}
