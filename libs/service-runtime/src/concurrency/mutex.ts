/** Lets one after the other in; those who wait stand in a line of a fixed length. */
export interface Mutex {
  /** Gives back what ends the turn, when it has come; null: the line is full. Rejects when the signal is aborted before. */
  take(signal: AbortSignal): Promise<(() => void) | null>;
}

export function createMutex(mostWaiting: number): Mutex {
  const waiting: PromiseWithResolvers<void>[] = [];
  let isTaken = false;

  function leave(): void {
    const next = waiting.shift();
    if (next) next.resolve();
    else isTaken = false;
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (isTaken) {
        if (waiting.length >= mostWaiting) return null;
        const turn = Promise.withResolvers<void>();
        const giveUp = () => {
          const place = waiting.indexOf(turn);
          if (place < 0) return;
          waiting.splice(place, 1);
          turn.reject(signal.reason);
        };
        signal.addEventListener("abort", giveUp, { once: true });
        waiting.push(turn);
        try {
          await turn.promise;
        } finally {
          signal.removeEventListener("abort", giveUp);
        }
      }
      isTaken = true;
      let isOver = false;
      return () => {
        if (!isOver) leave();
        isOver = true;
      };
    },
  };
}
