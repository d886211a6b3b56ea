import type { EvaluationVerdict } from "@network-access/service-contracts/evaluation-verdict";
import type { Verdict } from "./verdict.ts";

/**
 * The progress of a change request's evaluation. `wanted` is the number of the newest requested attempt. `done` is the
 * number of the newest attempt whose verdict was applied, or 0.
 *
 * If `wanted` is higher than `done`, attempt number `wanted` is outstanding. Its job is sent again at `nextSendAt`.
 *
 * Attempt numbers continue over all revisions until the change request is deleted. If its id is used again, the
 * attempts of the new change request begin at 1.
 */
export interface EvaluationProgress {
  readonly wanted: number;
  readonly done: number;
  /** How many attempts in a row were requested because an address lookup failed. */
  readonly retries: number;
  /** How often the job of the wanted attempt was sent. */
  readonly sendings: number;
  readonly sentAt: string | null;
  /** Null if no attempt is outstanding. */
  readonly nextSendAt: string | null;
}

/**
 * The part of a change request that its evaluation reads and writes. It is small, because it does not contain the
 * rules.
 */
export interface EvaluationStatus {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly verdict: Verdict | null;
  readonly evaluation: EvaluationProgress;
}

/**
 * How long to wait before a job is sent again or a failed lookup is retried, in milliseconds, and how many sends there
 * are before the slow interval.
 */
export interface Pace {
  /** The time after which an unanswered job is sent again. */
  readonly resendAfterMs: number;
  /** The number of unanswered sends after which a change request without a verdict has the state Error. */
  readonly sendsBeforeError: number;
  /** The interval between sends after the first `sendsBeforeError` sends. */
  readonly slowResendMs: number;
  /** The wait after the first failed lookup. Each further failure doubles it, up to `slowestRetryMs`. */
  readonly firstRetryMs: number;
  /** The longest wait after a failed lookup. */
  readonly slowestRetryMs: number;
}

/** Returns the progress of a change request that was just saved and whose job is now sent for the first time. */
export function firstSend(now: Date, pace: Pace): Omit<EvaluationProgress, "wanted" | "done"> {
  return { retries: 0, sendings: 1, sentAt: now.toISOString(), nextSendAt: later(now, pace.resendAfterMs) };
}

/**
 * Returns the status with the given verdict. Returns undefined if the verdict must be ignored: its UUID or revision is
 * not the current one, its attempt or a newer attempt is done, or its attempt was never requested.
 */
export function withVerdict(
  status: EvaluationStatus,
  given: EvaluationVerdict,
  now: Date,
  pace: Pace,
): EvaluationStatus | undefined {
  const { uuid, revision, evaluation } = status;
  const { changeRequestUuid, attempt, state, stateReason, stateReasonWithoutAddresses, score } = given;
  if (changeRequestUuid !== uuid || given.revision !== revision) return undefined;
  if (attempt <= evaluation.done || attempt > evaluation.wanted) return undefined;
  const verdict: Verdict = { state, stateReason, stateReasonWithoutAddresses, score, attempt };
  // No retry is needed, because a newer attempt is outstanding and repeats any failed lookup.
  if (attempt < evaluation.wanted) return { ...status, verdict, evaluation: { ...evaluation, done: attempt } };
  if (!given.retry)
    return { ...status, verdict, evaluation: { ...evaluation, done: attempt, retries: 0, nextSendAt: null } };
  const wait = Math.min(pace.slowestRetryMs, pace.firstRetryMs * 2 ** Math.min(evaluation.retries, 30));
  return {
    ...status,
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
 * Returns the status after the job was sent again. A change request without a verdict gets the state Error after
 * `sendsBeforeError` unanswered sends. If it already has a verdict, it keeps that verdict, because an older verdict is
 * more useful than Error.
 */
export function withSend(status: EvaluationStatus, now: Date, pace: Pace): EvaluationStatus {
  const { evaluation } = status;
  const slow = evaluation.sendings >= pace.sendsBeforeError;
  return {
    ...status,
    verdict: status.verdict ?? (slow ? unanswered(evaluation.sendings, pace) : null),
    evaluation: {
      ...evaluation,
      sendings: evaluation.sendings + 1,
      sentAt: now.toISOString(),
      nextSendAt: later(now, slow ? pace.slowResendMs : pace.resendAfterMs),
    },
  };
}

/**
 * Returns the status after another attempt is requested. The job of this attempt counts as sent. Returns undefined if
 * an attempt with a number above `attempt` was already requested. The status keeps its verdict until the next verdict
 * arrives.
 */
export function withAnotherAttempt(
  status: EvaluationStatus,
  attempt: number,
  now: Date,
  pace: Pace,
): EvaluationStatus | undefined {
  const { evaluation } = status;
  if (evaluation.wanted > attempt) return undefined;
  const { wanted, done } = evaluation;
  return { ...status, evaluation: { ...firstSend(now, pace), wanted: wanted + 1, done } };
}

/**
 * Returns the status after a job could not be queued. The failed send is not counted, and the next send is due
 * immediately.
 */
export function withoutLastSend(status: EvaluationStatus, now: Date): EvaluationStatus {
  const { evaluation } = status;
  return {
    ...status,
    evaluation: { ...evaluation, sendings: Math.max(0, evaluation.sendings - 1), nextSendAt: now.toISOString() },
  };
}

function unanswered(sendings: number, pace: Pace): Verdict {
  const reason = `the evaluator did not answer ${sendings} requests; it is asked again every ${durationText(pace.slowResendMs)}`;
  return { state: "Error", stateReason: reason, stateReasonWithoutAddresses: reason, score: null, attempt: null };
}

function durationText(ms: number): string {
  if (ms % 60_000 !== 0) return `${ms / 1_000} s`;
  return ms === 60_000 ? "minute" : `${ms / 60_000} minutes`;
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
