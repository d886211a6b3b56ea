import type { BoundaryInputs } from "./boundary-inputs.ts";

/** Boundary inputs by hash, kept while a latest evaluation refers to them. */
export interface BoundaryInputsStore {
  /** Keeps it for at least an hour from now. Returns its hash. */
  keep(boundaryInputs: BoundaryInputs): Promise<string>;
  /** Null: purged, or too large to be kept. */
  read(hash: string): Promise<BoundaryInputs | null>;
  /** Purges what is not in use and was not kept since `before`. Returns how many. */
  purge(isInUse: ReadonlySet<string>, before: Date): Promise<number>;
}
