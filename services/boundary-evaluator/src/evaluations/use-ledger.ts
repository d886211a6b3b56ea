/** A match between one boundary and one saved revision of a change request. */
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

/** The uses of boundaries. A use is counted once, even if it is added several times. */
export interface UseLedger {
  add(uses: readonly BoundaryUse[]): Promise<void>;
  /** Returns a map from boundary UUIDs to usages. Boundaries that were never used are not in the map. */
  usage(boundaryUuids: readonly string[]): Promise<ReadonlyMap<string, BoundaryUsage>>;
}
