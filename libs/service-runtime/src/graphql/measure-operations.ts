import type { OperationDefinitionNode } from "graphql";
import { Refusal } from "../http/http-reply.ts";
import { histogram } from "../telemetry/metrics.ts";
import { rootFieldsOf } from "./graphql-operation.ts";

const durations = histogram({
  name: "graphql_operation_duration_seconds",
  help: "Duration of GraphQL operations by top-level field; outcome is ok, refused, failed or left",
  labels: ["operation", "type", "outcome"],
});

const outcomes = ["ok", "refused", "failed", "left"] as const;

/**
 * The outcome of an operation: `refused` because of the caller's input or permissions, `failed` for a reason that the
 * caller did not cause, or `left` because the caller disconnected.
 */
type Outcome = (typeof outcomes)[number];

// Initializes every outcome with 0. Otherwise the metric would not contain an outcome until the outcome first occurs.
for (const outcome of outcomes) durations.zero({ operation: "none", type: "none", outcome });

/** The codes of failures that the caller did not cause. */
const ourFailures: ReadonlySet<string> = new Set([
  "INTERNAL_SERVER_ERROR",
  "RATE_LIMITED",
  "UPSTREAM_TIMEOUT",
  "UPSTREAM_UNAVAILABLE",
]);

/** Measures one operation. */
export interface OperationMeasure {
  /** Notes the operation, once it is parsed and valid. */
  begin(operation: OperationDefinitionNode): void;
  /** Notes the codes of the errors in the response. */
  answered(codes: readonly string[] | undefined): void;
  /**
   * Ends the measurement. `status` is the status of the response. If an error was thrown instead, `status` is undefined
   * and `error` is that error.
   */
  end(status: number | undefined, error?: unknown): void;
}

/**
 * Starts to measure an operation. The metric's label `operation` is the name of the top-level field. It is `several` if
 * the operation has several top-level fields, and `none` if the operation is not valid. The operation's own name is not
 * used, because callers may choose any name.
 */
export function measureOperation(caller: AbortSignal): OperationMeasure {
  const began = performance.now();
  let codes: readonly string[] = [];
  let labels = { operation: "none", type: "none" };
  return {
    begin(operation) {
      const fields = new Set(rootFieldsOf(operation));
      const [field = "several"] = fields;
      labels = { operation: fields.size === 1 ? field : "several", type: operation.operation };
    },
    answered(found) {
      codes = found ?? [];
    },
    end(status, error) {
      const outcome = caller.aborted
        ? "left"
        : outcomeOf(codes, error instanceof Refusal ? error.problem.status : status);
      durations.observe({ ...labels, outcome }, (performance.now() - began) / 1_000);
    },
  };
}

function outcomeOf(codes: readonly string[], status: number | undefined): Outcome {
  if (status === undefined || status >= 500 || codes.some((code) => ourFailures.has(code))) return "failed";
  return status >= 400 || codes.length > 0 ? "refused" : "ok";
}
