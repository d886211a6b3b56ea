import { type AdmittedBoundaries, allBoundaries } from "../boundaries/admitted-boundaries.ts";
import type { BoundarySnapshots } from "../boundaries/boundary-snapshots.ts";
import { answersByHash } from "../judge-threads/judge-protocol.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import type { Resolution } from "../judging/model/resolved.ts";
import type { PreviewTotals } from "./preview-protocol.ts";
import type { PreviewRunner } from "./preview-runner.ts";
import { type Listing, listAhead, type PageRead, type ReadPageNeeds, readPage } from "./read-page.ts";
import type { Result } from "./stored-requests.ts";

export interface RunPreviewNeeds extends ReadPageNeeds {
  readonly snapshots: Pick<BoundarySnapshots, "current">;
  lookup(references: readonly NamedReference[]): Promise<Resolution>;
}

export interface EditToPreview {
  readonly id: string;
  /** The boundary after the edit, or null if the edit removes it. */
  readonly after: BoundaryDefinition | null;
}

/**
 * Judges the stored requests that an edit can touch, once with and once without the edit. Works in pages. While a page
 * is judged, the texts of the next page are loaded, and the page after the next is listed. After the run, `runner`
 * returns the flips for the run's id. `onProgress` gets the number of requests on all finished pages.
 */
export async function runPreview(
  needs: RunPreviewNeeds,
  runner: PreviewRunner,
  { run, edit }: { readonly run: string; readonly edit: EditToPreview },
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Result<PreviewTotals>> {
  const admitted = allBoundaries(await needs.snapshots.current());
  const named = [...admitted.references, ...(edit.after === null ? [] : namedReferences([edit.after]))];
  const resolution = await needs.lookup([...new Map(named.map((name) => [name.reference, name])).values()]);
  await runner.transfer({ admitted, resolution });
  const answers = answersByHash(resolution);
  await runner.execute("begin", { run, setHash: admitted.hash, answers, ...edit }, signal);
  let isFinished = false;
  try {
    let count = 0;
    const read = (page: number, listing: Listing | null) => {
      const reading = listing && readPage(needs, runner, { run, page, listing }, signal);
      // The next iteration awaits this promise. Without this handler, a rejection would be unhandled if the current
      // iteration fails first.
      reading?.catch(() => undefined);
      return reading;
    };
    let reading = read(0, listAhead(needs, null, signal));
    for (let page = 0; reading !== null; page += 1) {
      const done: Result<PageRead> = await reading;
      if (!done.ok) return done;
      reading = read(page + 1, done.value.next);
      await judgePage(needs, runner, { run, page, admitted }, signal);
      count += done.value.count;
      onProgress(count);
    }
    const totals = await runner.execute("finish", { run }, signal);
    isFinished = true;
    return { ok: true, value: totals };
  } finally {
    if (!isFinished) void runner.execute("drop", { run }).catch(() => undefined);
  }
}

async function judgePage(
  { lookup }: RunPreviewNeeds,
  runner: PreviewRunner,
  { run, page, admitted }: { readonly run: string; readonly page: number; readonly admitted: AdmittedBoundaries },
  signal: AbortSignal,
): Promise<void> {
  const names: NamedReference[] = [];
  for (let isDone = false; !isDone; ) {
    const selected = await runner.execute("select", { run, page }, signal);
    names.push(...selected.names);
    isDone = selected.isDone;
  }
  const resolution = await lookup(names);
  await runner.transfer({ admitted, resolution });
  let answers = answersByHash(resolution);
  for (let isDone = false; !isDone; answers = [])
    ({ isDone } = await runner.execute("judge", { run, page, answers }, signal));
}
