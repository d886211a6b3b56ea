import { type BoundaryInputs, footingHash } from "../inputs/boundary-inputs.ts";
import type { BoundaryInputsStore } from "../inputs/boundary-inputs-store.ts";
import type { LatestEvaluation } from "./latest-evaluation.ts";
import type { LatestEvaluationStore, ValidInputsUpdate } from "./latest-evaluation-store.ts";

/**
 * Which judgings were found not to be concerned, up to which footing. A change that concerns nobody would else be a
 * write for every judging there is. Notes that are lost cost a comparison with what is stored, which is older.
 */
export interface ValidityNotes {
  /** What this judging is known to stand on. */
  footingHashOf(judging: LatestEvaluation): string;
  /** A footing that was noted; undefined for one that is only stored, if at all. */
  boundaryInputs(hash: string): BoundaryInputs | undefined;
  note(judging: LatestEvaluation, boundaryInputs: BoundaryInputs): void;
  /** It was asked to be judged again: what is stored of it says more. */
  forget(judging: LatestEvaluation): void;
  /** Writes everything noted, if that was not done for long, and forgets it. */
  writeWhenDue(): Promise<void>;
}

/** Judgings written together. */
const BATCH = 1_000;

export function createValidityNotes(options: {
  readonly latestEvaluations: Pick<LatestEvaluationStore, "move">;
  readonly boundaryInputsStore: Pick<BoundaryInputsStore, "keep">;
  readonly writeEveryMs: number;
  readonly now: () => number;
}): ValidityNotes {
  const { latestEvaluations, boundaryInputsStore, writeEveryMs, now } = options;
  const moves = new Map<string, ValidInputsUpdate>();
  const noted = new Map<string, BoundaryInputs>();
  let dueAt = now() + writeEveryMs;

  return {
    footingHashOf({ changeRequestUuid, attempt, footingHash: stored }) {
      const move = moves.get(changeRequestUuid);
      return move?.attempt === attempt ? move.footingHash : stored;
    },
    boundaryInputs: (hash) => noted.get(hash),
    note({ changeRequestUuid, attempt }, boundaryInputs) {
      const hash = hashOf(boundaryInputs);
      noted.set(hash, boundaryInputs);
      moves.set(changeRequestUuid, { changeRequestUuid, attempt, footingHash: hash, named: null });
    },
    forget({ changeRequestUuid }) {
      moves.delete(changeRequestUuid);
    },
    async writeWhenDue() {
      const inUse = new Set([...moves.values()].map((move) => move.footingHash));
      for (const hash of noted.keys()) if (!inUse.has(hash)) noted.delete(hash);
      if (now() < dueAt) return;
      // Kept before any judging refers to them.
      for (const boundaryInputs of noted.values()) await boundaryInputsStore.keep(boundaryInputs);
      const all = [...moves.values()];
      for (let start = 0; start < all.length; start += BATCH)
        await latestEvaluations.move(all.slice(start, start + BATCH));
      moves.clear();
      noted.clear();
      dueAt = now() + writeEveryMs;
    },
  };
}

const hashes = new WeakMap<BoundaryInputs, string>();

/** Of one footing, noted for many judgings, worked out once. */
function hashOf(boundaryInputs: BoundaryInputs): string {
  const hash = hashes.get(boundaryInputs) ?? footingHash(boundaryInputs);
  hashes.set(boundaryInputs, hash);
  return hash;
}
