/** A mutex with a bounded queue of waiters. */
export interface Mutex {
  /**
   * Waits for the mutex and resolves with the function that releases it. Resolves with null immediately if the queue of
   * waiters is full. Rejects if the signal is aborted before the mutex is taken.
   */
  take(signal: AbortSignal): Promise<(() => void) | null>;
}

export function createMutex(maxWaiting: number): Mutex {
  const waiting: PromiseWithResolvers<void>[] = [];
  let isLocked = false;

  function unlock(): void {
    const next = waiting.shift();
    if (next) next.resolve();
    else isLocked = false;
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (isLocked) {
        if (waiting.length >= maxWaiting) return null;
        const waiter = Promise.withResolvers<void>();
        const stopWaiting = () => {
          const place = waiting.indexOf(waiter);
          if (place < 0) return;
          waiting.splice(place, 1);
          waiter.reject(signal.reason);
        };
        signal.addEventListener("abort", stopWaiting, { once: true });
        waiting.push(waiter);
        try {
          await waiter.promise;
        } finally {
          signal.removeEventListener("abort", stopWaiting);
        }
      }
      isLocked = true;
      let isReleased = false;
      return () => {
        if (!isReleased) unlock();
        isReleased = true;
      };
    },
  };
}
