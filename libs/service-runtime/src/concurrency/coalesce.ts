/**
 * Lets callers share a question without ever getting an answer that is older than their call: whoever calls while the
 * question is under way waits for the next one, and all who wait share it.
 */
export function coalesce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let previous: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Answer> | null = null;
  return () => {
    waiting ??= previous.then(() => {
      waiting = null;
      const answer = ask();
      previous = answer.catch(() => undefined);
      return answer;
    });
    return waiting;
  };
}
