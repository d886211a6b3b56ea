import type { BoundaryInputs } from "./boundary-inputs.ts";

/** Stores boundary inputs by hash for as long as a latest evaluation refers to them. */
export interface BoundaryInputsStore {
  /** Keeps the inputs for at least an hour from now, and returns their hash. */
  keep(boundaryInputs: BoundaryInputs): Promise<string>;
  /** Returns null if the inputs were purged or were too large to be kept. */
  read(hash: string): Promise<BoundaryInputs | null>;
  /** Purges inputs that are not in use and were not kept since `before`. Returns their number. */
  purge(isInUse: ReadonlySet<string>, before: Date): Promise<number>;
}
