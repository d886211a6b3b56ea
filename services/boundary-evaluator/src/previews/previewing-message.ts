import type { AnswersByHash, Transferred } from "../judge-threads/judge-protocol.ts";
import type { ExplainedFlip } from "../judging/changes/preview-request.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";
import type { FailedLookup } from "./find-failed-lookup.ts";
import type { StoredText } from "./packed-text.ts";

/** Which revision of a request stands; the request may have been deleted meanwhile. */
export interface ListedRevision {
  readonly changeRequestUuid: string;
  readonly id: string;
  readonly revision: number;
}

/** One request that the edit brings into another state. */
export interface PreviewedFlip extends ListedRevision, ExplainedFlip {}

/** What a whole preview comes to. */
export interface PreviewTotals {
  readonly flipped: number;
  readonly unchanged: number;
  /** A request whose state can't be told, because this look-up failed; null: there is none. */
  readonly undecided: (FailedLookup & { readonly id: string }) | null;
}

interface OfRun {
  readonly run: string;
}
interface OfPage extends OfRun {
  /** Pages of listed requests are counted from 0. */
  readonly page: number;
}
interface OfFlips extends OfRun {
  readonly afterId: string | null;
  readonly limit: number;
}
interface InParts {
  /** False: asked for again it goes on. */
  readonly isDone: boolean;
}

/**
 * What the thread that previews is asked, in this order: a run begins; each page of stored requests is listed, what is not
 * held of it is given, it is looked at and judged; the run is finished. Its flips can be read for a while after that, with
 * the text of their rules, which is wanting for most.
 */
export interface PreviewQuestions {
  /** `after` takes the place of the boundary with this id in the set; null takes it away. */
  readonly begin: {
    readonly asked: OfRun & {
      readonly setHash: string;
      readonly answers: AnswersByHash;
      readonly id: string;
      readonly after: BoundaryDefinition | null;
    };
    readonly answer: null;
  };
  /** Answers the places of those whose text is needed. */
  readonly list: {
    readonly asked: OfPage & { readonly revisions: readonly ListedRevision[] };
    readonly answer: readonly number[];
  };
  readonly hold: { readonly asked: OfPage & { readonly texts: readonly StoredText[] }; readonly answer: null };
  /** Answers what has to be looked up before the page is judged, each name once in a run. */
  readonly look: { readonly asked: OfPage; readonly answer: InParts & { readonly names: readonly NamedReference[] } };
  readonly judge: { readonly asked: OfPage & { readonly answers: AnswersByHash }; readonly answer: InParts };
  readonly finish: { readonly asked: OfRun; readonly answer: PreviewTotals };
  /** Answers which rules, by hash, the words of the next `limit` flips need the text of; null: the run is not known any more. */
  readonly wanting: { readonly asked: OfFlips; readonly answer: readonly string[] | null };
  /** Up to `limit` flips with ids after this one, at least one where there are any; null: the run is not known any more. */
  readonly flips: {
    readonly asked: OfFlips & {
      /** What is wanting for these, packed as contents are. */
      readonly texts: ReadonlyMap<string, Uint8Array>;
    };
    readonly answer: {
      readonly flips: readonly PreviewedFlip[];
      readonly more: boolean;
      readonly totals: PreviewTotals;
    } | null;
  };
  /** Lets go of a run that is not finished. */
  readonly drop: { readonly asked: OfRun; readonly answer: null };
}

export type PreviewQuestion = keyof PreviewQuestions;

/** One question, or one of these. */
export type AskedOfPreviewing<Kind extends PreviewQuestion = PreviewQuestion> = {
  [Question in Kind]: {
    readonly kind: "ask";
    readonly question: Question;
    readonly asked: PreviewQuestions[Question]["asked"];
  };
}[Kind];

/** To the thread that previews. Every question is answered, in the order they come. */
export type ToPreviewingThread = Transferred | AskedOfPreviewing;

export type FromPreviewingThread =
  | { readonly kind: "answer"; readonly answer: PreviewQuestions[PreviewQuestion]["answer"] }
  | { readonly kind: "failed"; readonly message: string };
