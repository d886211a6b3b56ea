import { type BoundaryInputs, hashBoundaryInputs } from "../inputs/boundary-inputs.ts";
import type { BoundaryInputsStore } from "../inputs/boundary-inputs-store.ts";
import type { LatestEvaluation } from "./latest-evaluation.ts";
import type { LatestEvaluationStore, ValidInputsUpdate } from "./latest-evaluation-store.ts";

/**
 * Stores in memory the newest inputs for which a verdict is known to hold (a note). Without notes, each change of the
 * inputs would write to every latest evaluation, even if the change affects no request. If a note is lost, the next
 * scan compares the stored inputs of the evaluation with the current inputs again.
 */
export interface ValidityNotes {
  /** Returns the hash of the newest inputs for which this verdict is known to hold. */
  validInputsHashOf(latest: LatestEvaluation): string;
  /** Returns the inputs that have this hash, or undefined if no note refers to them. */
  notedInputs(hash: string): BoundaryInputs | undefined;
  /** Notes that the verdict also holds for these inputs. */
  noteValid(latest: LatestEvaluation, boundaryInputs: BoundaryInputs): void;
  /** Discards the note, because the store has newer inputs. */
  discard(latest: LatestEvaluation): void;
  /** Writes and discards all notes once per `writeEveryMs`. */
  writeWhenDue(): Promise<void>;
}

/** The number of updates that are written together. */
const BATCH = 1_000;

export function createValidityNotes(options: {
  readonly latestEvaluations: Pick<LatestEvaluationStore, "updateValidInputs">;
  readonly boundaryInputsStore: Pick<BoundaryInputsStore, "keep">;
  readonly writeEveryMs: number;
  readonly now: () => number;
}): ValidityNotes {
  const { latestEvaluations, boundaryInputsStore, writeEveryMs, now } = options;
  const updates = new Map<string, ValidInputsUpdate>();
  const noted = new Map<string, BoundaryInputs>();
  let dueAt = now() + writeEveryMs;

  return {
    validInputsHashOf({ changeRequestUuid, attempt, validInputsHash: stored }) {
      const update = updates.get(changeRequestUuid);
      return update?.attempt === attempt ? update.validInputsHash : stored;
    },
    notedInputs: (hash) => noted.get(hash),
    noteValid({ changeRequestUuid, attempt }, boundaryInputs) {
      const hash = hashOf(boundaryInputs);
      noted.set(hash, boundaryInputs);
      updates.set(changeRequestUuid, { changeRequestUuid, attempt, validInputsHash: hash, named: null });
    },
    discard({ changeRequestUuid }) {
      updates.delete(changeRequestUuid);
    },
    async writeWhenDue() {
      const inUse = new Set([...updates.values()].map(({ validInputsHash }) => validInputsHash));
      for (const hash of noted.keys()) if (!inUse.has(hash)) noted.delete(hash);
      if (now() < dueAt) return;
      // The inputs are stored before any document refers to them.
      for (const boundaryInputs of noted.values()) await boundaryInputsStore.keep(boundaryInputs);
      const all = [...updates.values()];
      for (let start = 0; start < all.length; start += BATCH)
        await latestEvaluations.updateValidInputs(all.slice(start, start + BATCH));
      updates.clear();
      noted.clear();
      dueAt = now() + writeEveryMs;
    },
  };
}

const hashes = new WeakMap<BoundaryInputs, string>();

/** Returns the hash of inputs. The hash is cached, because the same inputs are noted for many evaluations. */
function hashOf(boundaryInputs: BoundaryInputs): string {
  const hash = hashes.get(boundaryInputs) ?? hashBoundaryInputs(boundaryInputs);
  hashes.set(boundaryInputs, hash);
  return hash;
}
