/** A component with the lifetime of the process: a connection, a server, a worker, a periodic task. */
export interface Part {
  readonly name: string;
  start(): Promise<void> | void;
  /**
   * Finishes the work in progress. It is called once, even if a later part failed to start or this part is still
   * starting. `late` is aborted when the part's time is over. The part must then cut off the work that is still in
   * progress, because the next part is about to be stopped.
   */
  stop(late?: AbortSignal): Promise<void> | void;
}
