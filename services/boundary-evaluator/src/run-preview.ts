import { type AdmittedBoundaries, allBoundaries } from "./admitted-boundaries.ts";
import type { Previewing } from "./ask-previewing.ts";
import type { BoundarySnapshots } from "./boundary-snapshots.ts";
import { inBatches } from "./in-batches.ts";
import type { BoundaryDefinition } from "./judging/boundary-definition.ts";
import type { Resolution } from "./judging/resolved.ts";
import { answersByHash } from "./judging-message.ts";
import { type NamedReference, namedReferences } from "./named-reference.ts";
import type { PackedText } from "./packed-text.ts";
import type { ListedRevision, PreviewTotals } from "./previewing-message.ts";
import type { StoredRequests, Told } from "./stored-requests.ts";

/** What a run over all stored requests needs. */
export interface RunPreviewNeeds {
  readonly snapshots: Pick<BoundarySnapshots, "current">;
  readonly requests: Pick<StoredRequests, "newestRevisions">;
  lookUp(references: readonly NamedReference[]): Promise<Resolution>;
  readTexts(revisions: readonly ListedRevision[], signal: AbortSignal): Promise<Told<readonly PackedText[]>>;
}

export interface EditToPreview {
  readonly id: string;
  /** As it would be saved; null: it is removed. */
  readonly after: BoundaryDefinition | null;
}

/** Texts read together, and how many such readings are under way at once. */
const TEXTS_AT_ONCE = 100;
const READINGS_AT_ONCE = 6;

/**
 * Judges every stored request with and without an edit, page by page: while one page is judged the next one is read. The
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
  const resolution = await needs.lookUp([...new Map(named.map((one) => [one.reference, one])).values()]);
  await previewing.give({ admitted, resolution });
  const answers = answersByHash(resolution);
  await previewing.ask("begin", { run, setHash: admitted.hash, answers, ...edit }, signal);
  let isFinished = false;
  try {
    let count = 0;
    let reading: ReturnType<typeof readPage> | null = readPage(
      needs,
      previewing,
      { run, page: 0, after: null },
      signal,
    );
    for (let page = 0; reading !== null; page += 1) {
      const read: Told<PageRead> = await reading;
      if (!read.ok) return read;
      const after: string | null = read.value.nextAfter;
      reading = after === null ? null : readPage(needs, previewing, { run, page: page + 1, after }, signal);
      // Looked at in the next round, unless this one fails.
      reading?.catch(() => undefined);
      await judgePage(needs, previewing, { run, page, admitted }, signal);
      count += read.value.count;
      onProgress(count);
    }
    const totals = await previewing.ask("finish", { run }, signal);
    isFinished = true;
    return { ok: true, value: totals };
  } finally {
    if (!isFinished) void previewing.ask("drop", { run }).catch(() => undefined);
  }
}

interface PageRead {
  readonly nextAfter: string | null;
  readonly count: number;
}

/** Lists a page of requests and gives whoever previews the texts that it does not hold. */
async function readPage(
  { requests, readTexts }: RunPreviewNeeds,
  previewing: Previewing,
  { run, page, after }: { readonly run: string; readonly page: number; readonly after: string | null },
  signal: AbortSignal,
): Promise<Told<PageRead>> {
  const listed = await requests.newestRevisions(after, signal);
  if (!listed.ok) return listed;
  const { revisions, nextAfter } = listed.value;
  const lacking = await previewing.ask("list", { run, page, revisions }, signal);
  const batches: ListedRevision[][] = [];
  for (let start = 0; start < lacking.length; start += TEXTS_AT_ONCE)
    batches.push(lacking.slice(start, start + TEXTS_AT_ONCE).map((place) => revisions[place] as ListedRevision));
  let refused: Extract<Told<never>, { ok: false }> | null = null;
  await inBatches(batches, READINGS_AT_ONCE, async (batch) => {
    if (refused !== null) return;
    const read = await readTexts(batch, signal);
    if (read.ok) await previewing.ask("hold", { run, page, texts: read.value }, signal);
    else refused ??= read;
  });
  return refused ?? { ok: true, value: { nextAfter, count: revisions.length } };
}

async function judgePage(
  { lookUp }: RunPreviewNeeds,
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
  const resolution = await lookUp(names);
  await previewing.give({ admitted, resolution });
  let answers = answersByHash(resolution);
  for (let isDone = false; !isDone; answers = [])
    ({ isDone } = await previewing.ask("judge", { run, page, answers }, signal));
}
