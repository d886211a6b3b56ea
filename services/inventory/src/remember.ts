import { runOutsideRequests } from "@network-access/service-runtime/request-context";

/** Asks at most once in `forMs`; in between the last answer is given again. A question that failed is forgotten. */
export function remember<Answer>(ask: () => Promise<Answer>, forMs: number, now: () => Date): () => Promise<Answer> {
  let last: { readonly answer: Promise<Answer>; readonly at: number } | undefined;
  return () => {
    const at = now().getTime();
    if (last && at - last.at < forMs) return last.answer;
    const mine = { answer: runOutsideRequests(ask), at };
    last = mine;
    mine.answer.catch(() => {
      if (last === mine) last = undefined;
    });
    return mine.answer;
  };
}
