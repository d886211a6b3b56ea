import { runOutsideRequests } from "../telemetry/request-context.ts";

/**
 * Asks at most once in `forMs`, counted from when it asked; in between the last answer is given again. A question that
 * failed is forgotten. `clock` gives milliseconds.
 */
export function cached<Answer>(ask: () => Promise<Answer>, forMs: number, clock: () => number): () => Promise<Answer> {
  let last: { readonly answer: Promise<Answer>; readonly at: number } | undefined;
  return () => {
    const at = clock();
    if (last && at - last.at < forMs) return last.answer;
    const mine = { answer: runOutsideRequests(ask), at };
    last = mine;
    mine.answer.catch(() => {
      if (last === mine) last = undefined;
    });
    return mine.answer;
  };
}
