import type { NamedReference } from "../judging/model/named-reference.ts";
import type { LatestEvaluation, NamedAnswer } from "./latest-evaluation.ts";

/** What a judging stands on by now; counts only while it is still this attempt. */
export interface ValidInputsUpdate {
  readonly changeRequestUuid: string;
  readonly attempt: number;
  readonly footingHash: string;
  /** Null: as before. */
  readonly named: readonly NamedAnswer[] | null;
}

/** The rules that the newest judging of a request was of. */
interface JudgedRules
  extends Pick<LatestEvaluation, "changeRequestUuid" | "projectId" | "revision" | "attempt" | "rulesHash" | "named"> {
  /** See packed-rules-bytes.ts; null: none were put. */
  readonly packedRules: Uint8Array | null;
}

/** Every change request's newest judging, one document each. */
export interface LatestEvaluationStore {
  /**
   * Takes the place of an older attempt, whose `firstJudgedAt` stays; where this attempt or a newer one stands, nothing
   * changes. `packedRules` null: whoever wants the rules has to read their text.
   */
  put(judging: LatestEvaluation, packedRules: Uint8Array | null): Promise<void>;
  /** Up to `limit` after this one, in the order in which the requests were first judged. */
  page(after: LatestEvaluation | null, limit: number): Promise<LatestEvaluation[]>;
  /** What judgings name that were put with a `firstJudgedAt` after this; null where there are more than `limit` of them. */
  namedSince(at: string, limit: number): Promise<readonly NamedReference[] | null>;
  /** Those among these UUIDs that are there, in any order. At most 1,000. */
  findRules(changeRequestUuids: readonly string[]): Promise<JudgedRules[]>;
  move(moves: readonly ValidInputsUpdate[]): Promise<void>;
  remove(changeRequestUuids: readonly string[]): Promise<void>;
  /** Hashes of the footings that some judging stands on. */
  inputsInUse(): Promise<ReadonlySet<string>>;
}
