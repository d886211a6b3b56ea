// Even a busy machine answers a request within DRAIN_SECONDS. Within STOP_SECONDS it finishes the work in progress,
// before the process cuts off this work.
export const DRAIN_SECONDS = 5;
export const STOP_SECONDS = 15;

export const stopSettings = {
  RESEND_AFTER_MS: "1000",
  SWEEP_EVERY_MS: "200",
  SENDINGS_BEFORE_ERROR: "1000",
  DRAIN_SECONDS: String(DRAIN_SECONDS),
  STOP_SECONDS: String(STOP_SECONDS),
};

/** The processes that take part in saving and judging a change request. */
export const judging = [
  "gateway",
  "change-request",
  "boundary-evaluator-subgraph",
  "boundary-evaluator-worker",
  "inventory",
] as const;
