import type { EvaluationVerdict } from "@network-access/service-contracts/evaluation-verdict";
import type { Verdict } from "./verdict.ts";

/**
 * How far the judging of a request is. `wanted` and `done` count attempts over all revisions of one creation: what is
 * wanted and not done is outstanding, and `nextSendAt` is when it has to be asked for again.
 */
export interface EvaluationProgress {
  readonly wanted: number;
  readonly done: number;
  /** Look-ups that failed one after the other in this revision. */
  readonly retries: number;
  /** How often the wanted attempt was sent. */
  readonly sendings: number;
  readonly sentAt: string | null;
  /** Null when nothing is outstanding. */
  readonly nextSendAt: string | null;
}

/** What of a request the judging reads and changes; small beside its rules. */
export interface Judging {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly verdict: Verdict | null;
  readonly evaluation: EvaluationProgress;
}

/** How patient the service is. Durations in milliseconds. */
export interface Pace {
  /** An unanswered sending is repeated after this. */
  readonly resendAfterMs: number;
  /** So many unanswered sendings, and the request shows Error. */
  readonly sendingsBeforeError: number;
  /** The pace of sending after that. */
  readonly slowResendMs: number;
  /** Wait after the first failed look-up; doubled for each further one. */
  readonly firstRetryMs: number;
  /** No wait between failed look-ups is longer. */
  readonly slowestRetryMs: number;
}

/** The progress of a request just saved: sent for the first time, whatever was before. */
export function firstSending(now: Date, pace: Pace): Omit<EvaluationProgress, "wanted" | "done"> {
  return { retries: 0, sendings: 1, sentAt: now.toISOString(), nextSendAt: later(now, pace.resendAfterMs) };
}

/**
 * What an outcome makes of a request; undefined when it changes nothing: another creation, another revision, an attempt
 * already done (delivered twice or late) or never asked for.
 */
export function withVerdict(judging: Judging, outcome: EvaluationVerdict, now: Date, pace: Pace): Judging | undefined {
  const { uuid, revision, evaluation } = judging;
  const { changeRequestUuid, attempt, state, stateReason, stateReasonWithoutAddresses, score } = outcome;
  if (changeRequestUuid !== uuid || outcome.revision !== revision) return undefined;
  if (attempt <= evaluation.done || attempt > evaluation.wanted) return undefined;
  const verdict: Verdict = { state, stateReason, stateReasonWithoutAddresses, score, attempt };
  // A newer attempt is on its way already and will tell whether the look-up works again.
  if (attempt < evaluation.wanted) return { ...judging, verdict, evaluation: { ...evaluation, done: attempt } };
  if (!outcome.retry)
    return { ...judging, verdict, evaluation: { ...evaluation, done: attempt, retries: 0, nextSendAt: null } };
  const wait = Math.min(pace.slowestRetryMs, pace.firstRetryMs * 2 ** Math.min(evaluation.retries, 30));
  return {
    ...judging,
    verdict,
    evaluation: {
      wanted: attempt + 1,
      done: attempt,
      retries: evaluation.retries + 1,
      sendings: 0,
      sentAt: evaluation.sentAt,
      nextSendAt: later(now, wait),
    },
  };
}

/**
 * The request with its wanted attempt sent once more. After too many unanswered sendings a Pending request shows Error;
 * an older verdict of this revision stays, for it is the better information.
 */
export function withSending(judging: Judging, now: Date, pace: Pace): Judging {
  const { evaluation } = judging;
  const slow = evaluation.sendings >= pace.sendingsBeforeError;
  return {
    ...judging,
    verdict: judging.verdict ?? (slow ? unanswered(evaluation.sendings, pace) : null),
    evaluation: {
      ...evaluation,
      sendings: evaluation.sendings + 1,
      sentAt: now.toISOString(),
      nextSendAt: later(now, slow ? pace.slowResendMs : pace.resendAfterMs),
    },
  };
}

/**
 * The request with an attempt above `attempt` wanted and sent at once; undefined where one is outstanding already. The
 * verdict stays: it is the best there is until the new one.
 */
export function withAnotherAttempt(judging: Judging, attempt: number, now: Date, pace: Pace): Judging | undefined {
  const { evaluation } = judging;
  if (evaluation.wanted > attempt) return undefined;
  const { wanted, done } = evaluation;
  return { ...judging, evaluation: { ...firstSending(now, pace), wanted: wanted + 1, done } };
}

/** The request whose last sending did not leave the house: not counted, and due at once. */
export function withoutLastSending(judging: Judging, now: Date): Judging {
  const { evaluation } = judging;
  return {
    ...judging,
    evaluation: { ...evaluation, sendings: Math.max(0, evaluation.sendings - 1), nextSendAt: now.toISOString() },
  };
}

function unanswered(sendings: number, pace: Pace): Verdict {
  const reason = `not evaluated after ${sendings} sendings; goes on trying every ${inWords(pace.slowResendMs)}`;
  return { state: "Error", stateReason: reason, stateReasonWithoutAddresses: reason, score: null, attempt: null };
}

function inWords(ms: number): string {
  if (ms % 60_000 !== 0) return `${ms / 1_000} s`;
  return ms === 60_000 ? "minute" : `${ms / 60_000} minutes`;
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
