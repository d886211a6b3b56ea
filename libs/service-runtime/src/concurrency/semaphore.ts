/**
 * Lets so much work go on at once; what comes meanwhile waits, and begins in the order it came. Whoever has `left` before
 * its turn comes is rejected with the reason at once, so that nothing is kept for it.
 */
export function createSemaphore(
  most: number,
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
    if (running < most) running += 1;
    else await wait(left);
    try {
      return await work();
    } finally {
      // Whoever ends hands its place on.
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}
