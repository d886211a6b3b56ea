/** Port: what one process at a time may do. Calls throw while the record engine is away. */
export interface LeaseStore {
  /**
   * Takes a lease that is free, has run out by `at`, or is this holder's own, until a time; undefined when somebody
   * else has it. Answers the mark that was left last, null when none was.
   */
  take(
    name: string,
    lease: { readonly holder: string; readonly at: Date; readonly until: Date },
  ): Promise<{ readonly mark: Date | null } | undefined>;
  /** Leaves a mark for whoever takes the lease next; nothing when it is somebody else's by now. */
  mark(name: string, holder: string, mark: Date): Promise<void>;
  giveBack(name: string, holder: string): Promise<void>;
}
