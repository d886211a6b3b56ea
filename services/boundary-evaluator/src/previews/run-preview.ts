import { type AdmittedBoundaries, allBoundaries } from "../boundaries/admitted-boundaries.ts";
import type { BoundarySnapshots } from "../boundaries/boundary-snapshots.ts";
import { answersByHash } from "../judge-threads/judge-protocol.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import type { Resolution } from "../judging/model/resolved.ts";
import type { Previewing } from "./ask-previewing.ts";
import type { PreviewTotals } from "./previewing-message.ts";
import { type Listing, listAhead, type PageRead, type ReadPageNeeds, readPage } from "./read-page.ts";
import type { Told } from "./stored-requests.ts";

/** What a run over all stored requests needs. */
export interface RunPreviewNeeds extends ReadPageNeeds {
  readonly snapshots: Pick<BoundarySnapshots, "current">;
  lookup(references: readonly NamedReference[]): Promise<Resolution>;
}

export interface EditToPreview {
  readonly id: string;
  /** As it would be saved; null: it is removed. */
  readonly after: BoundaryDefinition | null;
}

/**
 * Judges every stored request with and without an edit, page by page: while one page is judged the next one is read, and the one after it listed. The
 * flips can be asked for under the name of the run. `onProgress` is told how many requests were judged so far.
 */
export async function runPreview(
  needs: RunPreviewNeeds,
  previewing: Previewing,
  { run, edit }: { readonly run: string; readonly edit: EditToPreview },
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Told<PreviewTotals>> {
  const admitted = allBoundaries(await needs.snapshots.current());
  const named = [...admitted.references, ...(edit.after === null ? [] : namedReferences([edit.after]))];
  const resolution = await needs.lookup([...new Map(named.map((one) => [one.reference, one])).values()]);
  await previewing.give({ admitted, resolution });
  const answers = answersByHash(resolution);
  await previewing.ask("begin", { run, setHash: admitted.hash, answers, ...edit }, signal);
  let isFinished = false;
  try {
    let count = 0;
    const read = (page: number, listing: Listing | null) => {
      const reading = listing && readPage(needs, previewing, { run, page, listing }, signal);
      // Looked at in the next round, unless this one fails.
      reading?.catch(() => undefined);
      return reading;
    };
    let reading = read(0, listAhead(needs, null, signal));
    for (let page = 0; reading !== null; page += 1) {
      const done: Told<PageRead> = await reading;
      if (!done.ok) return done;
      reading = read(page + 1, done.value.next);
      await judgePage(needs, previewing, { run, page, admitted }, signal);
      count += done.value.count;
      onProgress(count);
    }
    const totals = await previewing.ask("finish", { run }, signal);
    isFinished = true;
    return { ok: true, value: totals };
  } finally {
    if (!isFinished) void previewing.ask("drop", { run }).catch(() => undefined);
  }
}

async function judgePage(
  { lookup }: RunPreviewNeeds,
  previewing: Previewing,
  { run, page, admitted }: { readonly run: string; readonly page: number; readonly admitted: AdmittedBoundaries },
  signal: AbortSignal,
): Promise<void> {
  const names: NamedReference[] = [];
  for (let isDone = false; !isDone; ) {
    const looked = await previewing.ask("look", { run, page }, signal);
    names.push(...looked.names);
    isDone = looked.isDone;
  }
  const resolution = await lookup(names);
  await previewing.give({ admitted, resolution });
  let answers = answersByHash(resolution);
  for (let isDone = false; !isDone; answers = [])
    ({ isDone } = await previewing.ask("judge", { run, page, answers }, signal));
}
