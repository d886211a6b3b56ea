import type { BoundaryInputs } from "./boundary-inputs.ts";

/** Footings by hash, kept while a judging stands on them. */
export interface BoundaryInputsStore {
  /** Afterwards it is there for an hour at least, whoever stored it; answers its hash. */
  keep(boundaryInputs: BoundaryInputs): Promise<string>;
  /** Null: forgotten, or too large to be kept. */
  read(hash: string): Promise<BoundaryInputs | null>;
  /** Forgets what nobody kept since `before` and is not in use; answers how many. */
  forget(isInUse: ReadonlySet<string>, before: Date): Promise<number>;
}
