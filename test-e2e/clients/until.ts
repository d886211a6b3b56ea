import { pollPauseMs } from "@network-access/testkit/until";

/**
 * Polls until `isDone` accepts the result. After `deadlineMs` milliseconds it throws an error that contains the last
 * result.
 */
export async function until<T>(
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  deadlineMs = 60_000,
  everyMs = 50,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (isDone(answer)) return answer;
    if (performance.now() > began + deadlineMs)
      throw new Error(`not within ${deadlineMs} ms; the last answer: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, pollPauseMs(began, everyMs)));
  }
}
