import type { BoundaryInputs } from "./boundary-inputs.ts";

/** Stores boundary inputs by hash for as long as a latest evaluation refers to them. */
export interface BoundaryInputsStore {
  /**
   * Stores the inputs unless they are too large, and returns their hash. The inputs are kept for at least 50 minutes
   * after this call, even if no evaluation refers to them.
   */
  keep(boundaryInputs: BoundaryInputs): Promise<string>;
  /** Returns null if the inputs were purged or were too large to be kept. */
  read(hash: string): Promise<BoundaryInputs | null>;
  /**
   * Deletes the inputs whose hash is not in `isInUse` and whose last write was before `before`. Returns how many it
   * found. Of these, it keeps those that are written again during the call.
   */
  purge(isInUse: ReadonlySet<string>, before: Date): Promise<number>;
}
