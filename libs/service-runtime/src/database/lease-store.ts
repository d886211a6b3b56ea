/** Port: leases for work that one process at a time may do. Calls throw while the database is unavailable. */
export interface LeaseStore {
  /**
   * Acquires or renews a lease that is free, has expired by `at` or belongs to this holder; undefined when another holder
   * has it. Returns the last mark, null when there is none.
   */
  acquire(
    name: string,
    lease: { readonly holder: string; readonly at: Date; readonly until: Date },
  ): Promise<{ readonly mark: Date | null } | undefined>;
  /** Stores a mark for the next holder; has no effect when another holder has the lease by now. */
  mark(name: string, holder: string, mark: Date): Promise<void>;
  release(name: string, holder: string): Promise<void>;
}
