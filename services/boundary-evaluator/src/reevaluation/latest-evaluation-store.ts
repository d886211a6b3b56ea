import type { NamedReference } from "../judging/model/named-reference.ts";
import type { LatestEvaluation, NamedAnswer } from "./latest-evaluation.ts";

/** Newer inputs for which a verdict holds. The update is ignored unless the latest evaluation is this attempt. */
export interface ValidInputsUpdate {
  readonly changeRequestUuid: string;
  readonly attempt: number;
  readonly validInputsHash: string;
  /** Null: unchanged. */
  readonly named: readonly NamedAnswer[] | null;
}

/** The rules of the latest evaluation of a request. */
interface EvaluatedRules
  extends Pick<LatestEvaluation, "changeRequestUuid" | "projectId" | "revision" | "attempt" | "rulesHash" | "named"> {
  /** See packed-rules-bytes.ts. Null: none. */
  readonly packedRules: Uint8Array | null;
}

/** The latest evaluation of every change request. */
export interface LatestEvaluationStore {
  /**
   * Replaces an older attempt but keeps its `firstJudgedAt`. Does nothing if this attempt or a newer attempt is stored.
   * If `packedRules` is null, readers have to read the text of the rules instead.
   */
  put(latest: LatestEvaluation, packedRules: Uint8Array | null): Promise<void>;
  /** Gives up to `limit` evaluations after the given one, in the order of first evaluations. */
  page(after: LatestEvaluation | null, limit: number): Promise<LatestEvaluation[]>;
  /**
   * Gives what evaluations name that were put with a `firstJudgedAt` after `at`. Null means that there are more than
   * `limit` evaluations.
   */
  namedSince(at: string, limit: number): Promise<readonly NamedReference[] | null>;
  /** Gives the rules of those UUIDs that are stored, in any order. At most 1,000 UUIDs may be given. */
  findRules(changeRequestUuids: readonly string[]): Promise<EvaluatedRules[]>;
  updateValidInputs(updates: readonly ValidInputsUpdate[]): Promise<void>;
  remove(changeRequestUuids: readonly string[]): Promise<void>;
  /** The hashes of all inputs that a latest evaluation refers to. */
  inputsInUse(): Promise<ReadonlySet<string>>;
}
