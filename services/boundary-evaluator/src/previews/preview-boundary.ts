import { createHash } from "node:crypto";
import { type BoundaryInput, canBeId, parseBoundary } from "@network-access/firewall-rules/parse-boundary";
import { DeadlineExceeded, withDeadline } from "@network-access/service-runtime/deadline";
import type { Failure, FieldError } from "@network-access/service-runtime/failure";
import type { Mutex } from "@network-access/service-runtime/mutex";
import { type PageArguments, readPageArguments } from "@network-access/service-runtime/page-arguments";
import { encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import { type BoundaryStore, revisionOf } from "../boundaries/boundary-store.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { PreviewedFlip, PreviewTotals } from "./preview-protocol.ts";
import type { PreviewRunner } from "./preview-runner.ts";
import { PreviewThreadReplaced } from "./preview-thread-replaced.ts";
import { type EditToPreview, type RunPreviewNeeds, runPreview } from "./run-preview.ts";

/** The dependencies of a preview. None of these functions stores or sends anything, or counts the use of a boundary. */
export interface PreviewBoundaryNeeds {
  readonly boundaries: Pick<BoundaryStore, "head">;
  readonly run: RunPreviewNeeds;
  readonly runner: PreviewRunner;
  /** Returns the stored texts of the rules with these hashes, in their stored, compressed form. */
  readTexts(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Allows one preview at a time in this process. */
  readonly mutex: Mutex;
  newRun(): string;
  /** The deadline of a preview, including the wait for the mutex. */
  readonly previewMs: number;
}

export interface PreviewBoundary extends PageArguments {
  readonly input: BoundaryInput;
  /**
   * True to preview the removal of the boundary whose id is in `input`. All other members of `input` are then ignored.
   */
  readonly remove: boolean;
}

/**
 * One page of flips, ordered by the ids of the requests. A flip is a request whose state the edit would change. The
 * counts include the requests on all pages.
 */
export interface BoundaryPreview {
  readonly flips: readonly PreviewedFlip[];
  readonly flippedCount: number;
  readonly unchangedCount: number;
  readonly nextPageKey: string | null;
}

type Previewed =
  | { readonly ok: true; readonly preview: BoundaryPreview }
  | { readonly ok: false; readonly failure: PreviewFailure };

/** `busy` means that too many previews are waiting. */
export type PreviewFailure = Failure | { readonly kind: "busy"; readonly message: string };

/**
 * Describes the pages of the list of flips. A page key contains the id of the preview run that found the flips, and the
 * id of the last change request on the previous page.
 */
const list = { position: z.tuple([z.string(), z.string()]), defaultLimit: 50, maxLimit: 200 };

/**
 * Finds the stored change requests whose state an edit of a boundary would change. Judges the newest revision of each
 * request that the edit can touch: once with the edit and once without it. Uses the current boundaries and addresses.
 */
export async function previewBoundary(
  needs: PreviewBoundaryNeeds,
  requested: PreviewBoundary,
  signal: AbortSignal,
): Promise<Previewed> {
  const read = parseRequested(requested);
  if (!read.ok) return read;
  const { limit, listName, position } = read;
  let progress = 0;
  try {
    return await withDeadline(
      "a preview",
      needs.previewMs,
      async (ending) => {
        const shown = position && (await showFinished(needs, listName, position, limit, ending));
        if (shown) return { ok: true, preview: shown };
        const edit = await editOf(needs, read);
        if (!edit.ok) return edit;
        const release = await needs.mutex.take(ending);
        if (release === null) return { ok: false, failure: busy };
        try {
          const onProgress = (count: number) => {
            progress = count;
          };
          return await withOneRetry(async () => {
            const run = needs.newRun();
            const ran = await runPreview(needs.run, needs.runner, { run, edit: edit.edit }, ending, onProgress);
            if (!ran.ok) return ran;
            const { undecided } = ran.value;
            if (undecided !== null) return { ok: false, failure: undecidable(undecided) };
            const preview = await showFlips(needs, listName, run, position?.afterId ?? null, limit, ending);
            if (preview === null) throw new Error("a finished run is unknown");
            return { ok: true, preview };
          });
        } finally {
          release();
        }
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof DeadlineExceeded) || signal.aborted) throw error;
    return { ok: false, failure: { kind: "timeout", message: lateMessage(needs.previewMs, progress) } };
  }
}

interface ParsedPreview {
  readonly ok: true;
  readonly limit: number;
  /**
   * The name of the list to which this preview's page keys belong. The name contains a hash of the previewed edit, so a
   * preview refuses page keys from the preview of another edit.
   */
  readonly listName: string;
  readonly position: { readonly run: string; readonly afterId: string } | null;
  readonly id: string;
  /** Null if the boundary is removed. */
  readonly text: Omit<BoundaryDefinition, "revision"> | null;
}

function parseRequested({
  input,
  remove,
  nextPageKey,
  limit,
}: PreviewBoundary): ParsedPreview | { readonly ok: false; readonly failure: Failure } {
  const parsed = remove ? null : parseBoundary(input);
  const text = parsed?.ok ? parsed.text : null;
  const edit = JSON.stringify(text ?? { remove: input.id });
  const kind = `boundary-preview ${createHash("sha256").update(edit).digest("base64url")}`;
  const errors: FieldError[] = parsed && !parsed.ok ? [...parsed.fields] : [];
  // If the input is invalid, the page key is not checked. An error about the page key would not help a caller who must
  // correct the input first.
  const read = readPageArguments({ nextPageKey: errors.length > 0 ? null : nextPageKey, limit }, { ...list, kind });
  if (!read.ok) errors.push(...read.failure.fields);
  if (!read.ok || errors.length > 0) return { ok: false, failure: { kind: "invalid-input", fields: errors } };
  const { after } = read.page;
  const position = after && { run: after[0], afterId: after[1] };
  return { ok: true, limit: read.page.limit, listName: kind, position, id: input.id, text };
}

async function editOf(
  { boundaries }: Pick<PreviewBoundaryNeeds, "boundaries">,
  { id, text }: ParsedPreview,
): Promise<{ readonly ok: true; readonly edit: EditToPreview } | { readonly ok: false; readonly failure: Failure }> {
  const head = canBeId(id) ? await boundaries.head(id) : null;
  if (text !== null) return { ok: true, edit: { id, after: { ...text, revision: revisionOf(head) + 1 } } };
  if (head?.kind === "boundary") return { ok: true, edit: { id, after: null } };
  return { ok: false, failure: { kind: "not-found", message: `there is no boundary "${id}"` } };
}

/**
 * Calls `work` again if the preview thread was replaced during the first call. A thread is replaced if it ends or is
 * stuck. The new thread does not know the runs of the old thread. If the thread is replaced during the second call too,
 * returns a failure.
 */
async function withOneRetry(work: () => Promise<Previewed>): Promise<Previewed> {
  for (let isRetry = false; ; isRetry = true) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PreviewThreadReplaced)) throw error;
      if (isRetry) return { ok: false, failure: endedTwice };
    }
  }
}

type ShowFlipsNeeds = Pick<PreviewBoundaryNeeds, "runner" | "readTexts">;

/**
 * Returns a page of the flips of a finished preview. Returns null if the preview thread no longer keeps the run that
 * found these flips.
 */
async function showFinished(
  needs: ShowFlipsNeeds,
  listName: string,
  { run, afterId }: NonNullable<ParsedPreview["position"]>,
  limit: number,
  signal: AbortSignal,
): Promise<BoundaryPreview | null> {
  try {
    return await showFlips(needs, listName, run, afterId, limit, signal);
  } catch (error) {
    if (error instanceof PreviewThreadReplaced) return null;
    throw error;
  }
}

async function showFlips(
  { runner, readTexts }: ShowFlipsNeeds,
  listName: string,
  run: string,
  afterId: string | null,
  limit: number,
  signal: AbortSignal,
): Promise<BoundaryPreview | null> {
  const missing = await runner.execute("missingTexts", { run, afterId, limit }, signal);
  if (missing === null) return null;
  const texts = await readTexts(missing);
  const flips: PreviewedFlip[] = [];
  for (;;) {
    const from = flips.at(-1)?.id ?? afterId;
    const part = await runner.execute("flips", { run, afterId: from, limit: limit - flips.length, texts }, signal);
    if (part === null) return null;
    flips.push(...part.flips);
    if (part.more && flips.length < limit) continue;
    const last = flips.at(-1);
    return {
      flips,
      flippedCount: part.totals.flipped,
      unchangedCount: part.totals.unchanged,
      nextPageKey: part.more && last ? encodePageKey(listName, [run, last.id]) : null,
    };
  }
}

const busy: PreviewFailure = {
  kind: "busy",
  message: "too many previews are waiting; try again in some seconds",
};

const endedTwice: PreviewFailure = {
  kind: "unavailable",
  message: "the preview thread ended twice, perhaps for lack of memory; the log of the process says why",
};

function undecidable({ id, what, reason }: NonNullable<PreviewTotals["undecided"]>): Failure {
  return {
    kind: "unavailable",
    message: `the effect of the edit on change request "${id}" is unknown, because ${what} can't be looked up: ${reason}; try again when it can`,
  };
}

function lateMessage(ms: number, progress: number): string {
  const seconds = ms / 1_000;
  if (progress === 0) return `the preview did not begin, or got no answer, within ${seconds} s; try again`;
  return `the preview took longer than ${seconds} s, after ${progress} stored change requests; what was read is cached, so try again`;
}
