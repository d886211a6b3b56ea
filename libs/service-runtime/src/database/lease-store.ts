/**
 * The interface to a store of leases for work that only one process may do at a time. Calls throw while the database is
 * unavailable.
 */
export interface LeaseStore {
  /**
   * Acquires a lease that is free or has expired by `at`, or renews a lease of this holder. Returns undefined if
   * another holder has the lease. Otherwise returns the mark, which is a time that the last holder stored for its
   * successor. The mark is null if none is stored.
   */
  acquire(
    name: string,
    lease: { readonly holder: string; readonly at: Date; readonly until: Date },
  ): Promise<{ readonly mark: Date | null } | undefined>;
  /** Stores a mark for the next holder. Has no effect if another holder has the lease by now. */
  mark(name: string, holder: string, mark: Date): Promise<void>;
  release(name: string, holder: string): Promise<void>;
}
