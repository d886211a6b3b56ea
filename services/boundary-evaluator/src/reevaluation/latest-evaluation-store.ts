import type { NamedReference } from "../judging/model/named-reference.ts";
import type { LatestEvaluation, NamedAnswer } from "./latest-evaluation.ts";

/**
 * Records that the verdict of an attempt also holds for newer inputs. The store ignores the update if the attempt is
 * not the latest evaluation of the change request.
 */
export interface ValidInputsUpdate {
  readonly changeRequestUuid: string;
  readonly attempt: number;
  readonly validInputsHash: string;
  /**
   * The current lookup results of the groups and items that the request names. Null if they are the same as the stored
   * ones.
   */
  readonly named: readonly NamedAnswer[] | null;
}

/** The rules of the latest evaluation of a request. */
interface EvaluatedRules
  extends Pick<LatestEvaluation, "changeRequestUuid" | "projectId" | "revision" | "attempt" | "rulesHash" | "named"> {
  /** The packed rules as bytes (packed-rules-bytes.ts). Null if the rules are stored only as text. */
  readonly packedRules: Uint8Array | null;
}

/** The latest evaluation of every change request. */
export interface LatestEvaluationStore {
  /**
   * Stores an evaluation as the latest one of its change request. If an older attempt is stored, replaces it, but keeps
   * its `firstJudgedAt`. Does nothing if this attempt or a newer one is stored. If `packedRules` is null, no packed
   * rules are stored, and readers of the rules must use their stored text.
   */
  put(latest: LatestEvaluation, packedRules: Uint8Array | null): Promise<void>;
  /**
   * Returns up to `limit` evaluations that follow the evaluation `after`, or the first ones if `after` is null. The
   * evaluations are sorted by the time at which their change requests were first evaluated.
   */
  page(after: LatestEvaluation | null, limit: number): Promise<LatestEvaluation[]>;
  /**
   * Returns the groups and items that change requests name. Covers only requests whose latest evaluation was made after
   * `at`. Returns null if there are more than `limit` such evaluations.
   */
  namedSince(at: string, limit: number): Promise<readonly NamedReference[] | null>;
  /** Returns the stored rules of these requests, in any order. At most 1,000 UUIDs may be given. */
  findRules(changeRequestUuids: readonly string[]): Promise<EvaluatedRules[]>;
  updateValidInputs(updates: readonly ValidInputsUpdate[]): Promise<void>;
  remove(changeRequestUuids: readonly string[]): Promise<void>;
  /** Returns the hashes of all inputs to which a latest evaluation refers. */
  inputsInUse(): Promise<ReadonlySet<string>>;
}
