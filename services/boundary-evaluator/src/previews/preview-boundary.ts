import { createHash } from "node:crypto";
import { type BoundaryInput, canBeId, parseBoundary } from "@network-access/firewall-rules/parse-boundary";
import { DeadlineExceeded, withDeadline } from "@network-access/service-runtime/deadline";
import type { Failure, FieldError } from "@network-access/service-runtime/failure";
import type { Mutex } from "@network-access/service-runtime/mutex";
import { decodePageKey, encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import { type BoundaryStore, revisionOf } from "../boundaries/boundary-store.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { Previewing } from "./ask-previewing.ts";
import type { PreviewedFlip, PreviewTotals } from "./previewing-message.ts";
import { PreviewingReplaced } from "./previewing-replaced.ts";
import { type EditToPreview, type RunPreviewNeeds, runPreview } from "./run-preview.ts";

/** All that a preview may use: nothing here counts, stores or sends. */
export interface PreviewBoundaryNeeds {
  readonly boundaries: Pick<BoundaryStore, "head">;
  readonly run: RunPreviewNeeds;
  readonly previewing: Previewing;
  /** The rules with these hashes, packed as contents are. */
  readTexts(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  readonly turns: Mutex;
  newRun(): string;
  /** The longest a preview may take, waiting for its turn included. */
  readonly previewMs: number;
}

export interface PreviewBoundary {
  readonly input: BoundaryInput;
  /** The boundary with the id of the input is taken away; nothing else of the input counts. */
  readonly remove: boolean;
  readonly nextPageKey: string | null;
  readonly limit: number | null;
}

/** One page of what an edit flips, by id of the change request; the counts are of all of them. */
export interface BoundaryPreview {
  readonly flips: readonly PreviewedFlip[];
  readonly flippedCount: number;
  readonly unchangedCount: number;
  readonly nextPageKey: string | null;
}

type Answer =
  | { readonly ok: true; readonly preview: BoundaryPreview }
  | { readonly ok: false; readonly failure: PreviewFailure };

/** `busy`: too many wait already. */
export type PreviewFailure = Failure | { readonly kind: "busy"; readonly message: string };

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** The run whose flips are paged through, and the id of the last one shown. */
const Position = z.tuple([z.string(), z.string()]);

/**
 * Which stored change requests an edit of a boundary would bring into another state: the newest revision of each is judged
 * with the boundaries and addresses of now, and with the same and the edit.
 */
export async function previewBoundary(
  needs: PreviewBoundaryNeeds,
  asked: PreviewBoundary,
  signal: AbortSignal,
): Promise<Answer> {
  const read = readAsked(asked);
  if (!read.ok) return read;
  const { limit, listName, position } = read;
  let progress = 0;
  try {
    return await withDeadline(
      "a preview",
      needs.previewMs,
      async (ending) => {
        const shown = position && (await showKnown(needs, listName, position, limit, ending));
        if (shown) return { ok: true, preview: shown };
        const edit = await editOf(needs, read);
        if (!edit.ok) return edit;
        const leave = await needs.turns.take(ending);
        if (leave === null) return { ok: false, failure: busy };
        try {
          const onProgress = (count: number) => {
            progress = count;
          };
          return await onceMore(async () => {
            const run = needs.newRun();
            const ran = await runPreview(needs.run, needs.previewing, { run, edit: edit.edit }, ending, onProgress);
            if (!ran.ok) return ran;
            const { undecided } = ran.value;
            if (undecided !== null) return { ok: false, failure: undecidable(undecided) };
            const preview = await showFlips(needs, listName, run, position?.afterId ?? null, limit, ending);
            if (preview === null) throw new Error("a run that was finished is not known");
            return { ok: true, preview };
          });
        } finally {
          leave();
        }
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof DeadlineExceeded) || signal.aborted) throw error;
    return { ok: false, failure: { kind: "timeout", message: lateMessage(needs.previewMs, progress) } };
  }
}

interface ReadAsked {
  readonly ok: true;
  readonly limit: number;
  /** Keys of pages of another edit are refused. */
  readonly listName: string;
  readonly position: { readonly run: string; readonly afterId: string } | null;
  readonly id: string;
  /** Null: removed. */
  readonly text: Omit<BoundaryDefinition, "revision"> | null;
}

function readAsked({
  input,
  remove,
  nextPageKey,
  limit: given,
}: PreviewBoundary): ReadAsked | { readonly ok: false; readonly failure: Failure } {
  const errors: FieldError[] = [];
  const parsed = remove ? null : parseBoundary(input);
  if (parsed && !parsed.ok) errors.push(...parsed.fields);
  const limit = given ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT)
    errors.push({ path: "limit", message: `is ${limit}; 1 to ${MAX_LIMIT} work, ${DEFAULT_LIMIT} is the default` });
  const text = parsed?.ok ? parsed.text : null;
  const edit = JSON.stringify(text ?? { remove: input.id });
  const listName = `boundary-preview ${createHash("sha256").update(edit).digest("base64url")}`;
  const key = nextPageKey === null ? null : decodePageKey(listName, nextPageKey, Position);
  // Of an input with faults no key can be right.
  if (key?.ok === false && errors.length === 0 && key.failure.kind === "invalid-input")
    errors.push(...key.failure.fields);
  if (errors.length > 0) return { ok: false, failure: { kind: "invalid-input", fields: errors } };
  const position = key?.ok ? { run: key.position[0], afterId: key.position[1] } : null;
  return { ok: true, limit, listName, position, id: input.id, text };
}

async function editOf(
  { boundaries }: Pick<PreviewBoundaryNeeds, "boundaries">,
  { id, text }: ReadAsked,
): Promise<{ readonly ok: true; readonly edit: EditToPreview } | { readonly ok: false; readonly failure: Failure }> {
  const head = canBeId(id) ? await boundaries.head(id) : null;
  if (text !== null) return { ok: true, edit: { id, after: { ...text, revision: revisionOf(head) + 1 } } };
  if (head?.kind === "boundary") return { ok: true, edit: { id, after: null } };
  return { ok: false, failure: { kind: "not-found", message: `there is no boundary "${id}"` } };
}

/** Whoever previews may end, or be stuck on what others asked before, and is replaced then: what it knew is lost. */
async function onceMore(work: () => Promise<Answer>): Promise<Answer> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PreviewingReplaced)) throw error;
      if (isAgain) return { ok: false, failure: endedTwice };
    }
  }
}

type ShowFlipsNeeds = Pick<PreviewBoundaryNeeds, "previewing" | "readTexts">;

/** Null: the run is not known any more. */
async function showKnown(
  needs: ShowFlipsNeeds,
  listName: string,
  { run, afterId }: NonNullable<ReadAsked["position"]>,
  limit: number,
  signal: AbortSignal,
): Promise<BoundaryPreview | null> {
  try {
    return await showFlips(needs, listName, run, afterId, limit, signal);
  } catch (error) {
    if (error instanceof PreviewingReplaced) return null;
    throw error;
  }
}

async function showFlips(
  { previewing, readTexts }: ShowFlipsNeeds,
  listName: string,
  run: string,
  afterId: string | null,
  limit: number,
  signal: AbortSignal,
): Promise<BoundaryPreview | null> {
  const wanting = await previewing.ask("wanting", { run, afterId, limit }, signal);
  if (wanting === null) return null;
  const texts = await readTexts(wanting);
  const flips: PreviewedFlip[] = [];
  for (;;) {
    const from = flips.at(-1)?.id ?? afterId;
    const part = await previewing.ask("flips", { run, afterId: from, limit: limit - flips.length, texts }, signal);
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
  message: "several previews are worked on already, one after the other; try again in some seconds",
};

const endedTwice: PreviewFailure = {
  kind: "unavailable",
  message: "what previews ended twice while it worked on this, perhaps for want of memory; the process's log says why",
};

function undecidable({ id, what, reason }: NonNullable<PreviewTotals["undecided"]>): Failure {
  return {
    kind: "unavailable",
    message: `what the edit does to change request "${id}" can't be told, because ${what} can't be looked up: ${reason}; try again when it can`,
  };
}

function lateMessage(ms: number, progress: number): string {
  const seconds = ms / 1_000;
  if (progress === 0) return `the preview did not get its turn, or no answer, within ${seconds} s; try again`;
  return `the preview took longer than ${seconds} s, after ${progress} stored change requests; what was read of them is remembered, so try again`;
}
