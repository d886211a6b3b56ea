import type { BoundaryInputs } from "./boundary-inputs.ts";

/**
 * Stores boundary inputs by their hash. Inputs are kept as long as the latest evaluation of any change request refers
 * to them.
 */
export interface BoundaryInputsStore {
  /**
   * Stores the inputs unless they are too large, and returns their hash. The inputs are kept for at least 50 minutes
   * after this call, even if no evaluation refers to them.
   */
  keep(boundaryInputs: BoundaryInputs): Promise<string>;
  /** Returns null if the inputs were purged or were too large to be kept. */
  read(hash: string): Promise<BoundaryInputs | null>;
  /**
   * Deletes the inputs that were last written before `before` and whose hash is not in `isInUse`. Returns how many
   * inputs met these conditions when the call began. If inputs are written again during the call, they are not deleted,
   * but they are counted.
   */
  purge(isInUse: ReadonlySet<string>, before: Date): Promise<number>;
}
