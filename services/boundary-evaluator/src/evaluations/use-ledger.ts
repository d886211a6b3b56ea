/** A match of one boundary in one saved revision. */
export interface BoundaryUse {
  readonly changeRequestUuid: string;
  readonly revision: number;
  readonly boundaryUuid: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly usedAt: string;
}

export interface BoundaryUsage {
  readonly useCount: number;
  readonly lastUsedAt: string | null;
}

/** Uses of boundaries, each counted once however often it is added. */
export interface UseLedger {
  add(uses: readonly BoundaryUse[]): Promise<void>;
  /** Gives the usage by the UUID of the boundary. Boundaries that were never used are left out. */
  usage(boundaryUuids: readonly string[]): Promise<ReadonlyMap<string, BoundaryUsage>>;
}
