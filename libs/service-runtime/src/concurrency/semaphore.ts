/**
 * Returns a function that runs at most `permits` calls of `work` at a time. Further calls wait and start in the order
 * in which they were made.
 *
 * A caller that may stop waiting passes the promise `left`. If `left` resolves with an error before `work` starts, the
 * call rejects with that error, and `work` never starts.
 */
export function createSemaphore(
  permits: number,
): <Result>(work: () => Promise<Result>, left?: Promise<Error>) => Promise<Result> {
  const waiting = new Set<() => void>();
  let running = 0;

  function wait(left: Promise<Error> | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.add(resolve);
      void left?.then((reason) => {
        if (waiting.delete(resolve)) reject(reason);
      });
    });
  }

  return async (work, left) => {
    if (running < permits) running += 1;
    else await wait(left);
    try {
      return await work();
    } finally {
      // The permit goes to the first waiter.
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}
