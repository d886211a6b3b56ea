/** A component that lives as long as the process, such as a connection, a server, a worker or a periodic task. */
export interface Part {
  readonly name: string;
  start(): Promise<void> | void;
  /**
   * Stops the part and finishes its work in progress. Called once, even if this part is still starting or a later part
   * failed to start.
   *
   * `late` is aborted when the part's time to stop is over. The part must then abort its remaining work, because the
   * next part is about to be stopped.
   */
  stop(late?: AbortSignal): Promise<void> | void;
}
