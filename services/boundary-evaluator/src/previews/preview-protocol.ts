import type { AnswersByHash, Transferred } from "../judge-threads/judge-protocol.ts";
import type { ExplainedFlip } from "../judging/changes/preview-request.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";
import type { FailedLookup } from "./find-failed-lookup.ts";
import type { StoredText } from "./packed-text.ts";

/** The newest revision of a request at the time when the requests were listed. The request may be deleted by now. */
export interface ListedRevision {
  readonly changeRequestUuid: string;
  readonly id: string;
  readonly revision: number;
}

/** One request whose state the edit changes. */
export interface PreviewedFlip extends ListedRevision, ExplainedFlip {}

/** The result of a whole preview. */
export interface PreviewTotals {
  readonly flipped: number;
  readonly unchanged: number;
  /**
   * One of the requests whose state is unknown because a lookup failed, with this failed lookup. Null if there is no
   * such request.
   */
  readonly undecided: (FailedLookup & { readonly id: string }) | null;
}

interface OfRun {
  readonly run: string;
}
interface OfPage extends OfRun {
  /** The number of a page of listed requests, counted from 0. */
  readonly page: number;
}
interface OfFlips extends OfRun {
  readonly afterId: string | null;
  readonly limit: number;
}
interface InParts {
  /** False if the command must be repeated to continue its work. */
  readonly isDone: boolean;
}

/**
 * The commands of a preview thread, in the order in which a run uses them:
 * - `begin` starts the run.
 * - `list` sends a page of stored requests to the thread. The result says which texts the thread has not cached.
 * - `load` sends these texts.
 * - `select` selects the requests of the page that are judged. Requests that name groups or items are checked first and
 *   left out if the edit can't touch them. This saves lookups.
 * - `judge` judges the selected requests of the page.
 * - `finish` ends the run.
 * - `missingTexts` and `flips` read the result of a finished run. The thread keeps the results of the newest runs only.
 *
 * `list`, `load`, `select` and `judge` run for each page.
 */
export interface PreviewCommands {
  /**
   * Begins a run for an edit of the boundary with the id `id`. `after` is the edited boundary, or null if the edit
   * removes it.
   */
  readonly begin: {
    readonly parameters: OfRun & {
      readonly setHash: string;
      readonly answers: AnswersByHash;
      readonly id: string;
      readonly after: BoundaryDefinition | null;
    };
    readonly result: null;
  };
  /** Returns the indexes of revisions that are not cached. */
  readonly list: {
    readonly parameters: OfPage & { readonly revisions: readonly ListedRevision[] };
    readonly result: readonly number[];
  };
  readonly load: { readonly parameters: OfPage & { readonly texts: readonly StoredText[] }; readonly result: null };
  /**
   * Selects the requests of a page that must be judged. Returns the groups and items that the caller must look up
   * before it sends `judge` for the page. Leaves out groups and items that were already returned in this run or whose
   * lookup results are known.
   */
  readonly select: {
    readonly parameters: OfPage;
    readonly result: InParts & { readonly names: readonly NamedReference[] };
  };
  readonly judge: { readonly parameters: OfPage & { readonly answers: AnswersByHash }; readonly result: InParts };
  readonly finish: { readonly parameters: OfRun; readonly result: PreviewTotals };
  /**
   * Returns the hashes of the rule texts that the thread has not cached but needs to describe the next `limit` flips.
   * The caller passes these texts to the command `flips`. Returns null if the run is unknown.
   */
  readonly missingTexts: { readonly parameters: OfFlips; readonly result: readonly string[] | null };
  /**
   * Returns at most `limit` flips with ids after `afterId`. If time runs out, returns fewer flips, but at least one.
   * Returns null if the run is unknown or not finished.
   */
  readonly flips: {
    readonly parameters: OfFlips & {
      /** The missing texts by hash, compressed with gzip. */
      readonly texts: ReadonlyMap<string, Uint8Array>;
    };
    readonly result: {
      readonly flips: readonly PreviewedFlip[];
      readonly more: boolean;
      readonly totals: PreviewTotals;
    } | null;
  };
  /** Discards a run that is not finished. */
  readonly drop: { readonly parameters: OfRun; readonly result: null };
}

export type PreviewCommand = keyof PreviewCommands;

/** The message that sends a command to the thread. `Kind` is a command or a union of commands. */
export type PreviewCommandMessage<Kind extends PreviewCommand = PreviewCommand> = {
  [Command in Kind]: {
    readonly kind: "command";
    readonly command: Command;
    readonly parameters: PreviewCommands[Command]["parameters"];
  };
}[Kind];

/** A message to a preview thread. The thread answers each command with one result, in the order of the commands. */
export type ToPreviewThread = Transferred | PreviewCommandMessage;

export type FromPreviewThread =
  | { readonly kind: "result"; readonly result: PreviewCommands[PreviewCommand]["result"] }
  | { readonly kind: "failed"; readonly message: string };
