/**
 * Stores leases. A process holds a lease while it does work that only one process may do at a time. Calls throw while
 * the database is unavailable.
 */
export interface LeaseStore {
  /**
   * Acquires the lease if it is free or has expired by `at`. If `holder` already has the lease, renews it. Returns
   * undefined if another holder has the lease. Otherwise, `mark` in the result is the time last stored with the method
   * `mark`, or null if there is none.
   */
  acquire(
    name: string,
    lease: { readonly holder: string; readonly at: Date; readonly until: Date },
  ): Promise<{ readonly mark: Date | null } | undefined>;
  /**
   * Stores a mark for the next holder. Has no effect if `holder` has released the lease, or another holder has acquired
   * it.
   */
  mark(name: string, holder: string, mark: Date): Promise<void>;
  release(name: string, holder: string): Promise<void>;
}
