import { DeadlineExceeded, withDeadline } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter, histogram } from "@network-access/service-runtime/metrics";
import { estateText } from "../answers/estate-text.ts";
import type { Tool, ToolOutcome, ToolResult } from "../answers/tool.ts";
import type { Caller } from "../callers/caller.ts";
import type { Manager, ManagerFailure } from "../manager/manager.ts";

/** Results contain at most this many characters of the manager's message about a mistake in a query. */
const MOST_MESSAGE = 600;
/** The time limit of one call, in milliseconds. */
const CALL_MS = 20_000;

const durations = histogram({
  name: "tool_call_duration_seconds",
  help: "Duration of tool calls",
  labels: ["tool", "outcome"],
});
const timeouts = counter({ name: "tool_call_timeouts_total", help: "Tool calls that took 20 s", labels: ["tool"] });

/** Sets the metrics of each tool and outcome to 0, so that the first call is visible as an increase. */
export function reportTools(tools: readonly Tool[]): void {
  for (const { name: tool } of tools) {
    timeouts.inc({ tool }, 0);
    for (const outcome of ["answer", "refusal", "caller-refused", "manager-failure", "timeout", "error"])
      durations.zero({ tool, outcome });
  }
}

/** The result of a call. `caller-refused` means that the manager refused the user during the call. */
type ToolRun =
  | { readonly kind: "result"; readonly result: ToolResult }
  | { readonly kind: "caller-refused"; readonly message: string };

/** Runs a tool for a caller. Never throws. */
export type ToolRunner = (
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  caller: Caller,
  call: { readonly signal: AbortSignal; readonly requestId: string },
) => Promise<ToolRun>;

interface Needs {
  readonly manager: Manager;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly callMs?: number;
}

/**
 * Creates a runner that runs tools with a time limit. If a call fails, its result contains a message that this service
 * has written, never the text of an unexpected error. There is one exception: if the security manager finds a mistake
 * in a query, the result contains the manager's message about the mistake.
 */
export function createToolRunner({ manager, now, logger, callMs = CALL_MS }: Needs): ToolRunner {
  return async (tool, input, caller, { signal, requestId }) => {
    const began = performance.now();
    const ended = (outcome: string, run: ToolRun): ToolRun => {
      durations.observe({ tool: tool.name, outcome }, (performance.now() - began) / 1_000);
      return run;
    };
    try {
      const work = (ending: AbortSignal) => tool.run(input, { caller, manager, now, signal: ending });
      // `AbortSignal.timeout` and `AbortSignal.any` would keep every call in memory until the time limit has passed, so
      // they are not used.
      const outcome = await withDeadline(tool.name, callMs, work, signal);
      return ended(outcome.kind, present(tool, outcome));
    } catch (error) {
      if (error instanceof DeadlineExceeded) return ended("timeout", timedOut(tool));
      if (!signal.aborted) logger.error({ err: error, tool: tool.name, requestId }, "a tool failed");
      return ended(
        "error",
        refused([`${tool.name} failed. The request id ${requestId} finds the reason in the logs.`]),
      );
    }
  };
}

function present(tool: Tool, outcome: ToolOutcome): ToolRun {
  switch (outcome.kind) {
    case "answer": {
      const { text, structured } = outcome;
      return { kind: "result", result: { content: [{ type: "text", text }], structuredContent: structured } };
    }
    case "refusal":
      return refused(outcome.texts);
    case "caller-refused":
      return outcome;
    case "manager-failure":
      return presentFailure(tool, outcome.failure);
  }
}

function presentFailure(tool: Tool, failure: ManagerFailure): ToolRun {
  switch (failure.kind) {
    case "timeout":
      return timedOut(tool);
    case "user-refused":
      return {
        kind: "caller-refused",
        message: failure.state === "unknown" ? "Unknown user" : "user is disabled",
      };
    case "forbidden": {
      const missing = failure.permission === null ? "a permission" : `the permission ${failure.permission}`;
      return refused([`The user lacks ${missing} in the security manager.`, "Ask an administrator for it."]);
    }
    case "unavailable":
      return refused(["The security manager does not answer.", "Call the tool again in a moment."]);
    case "not-found":
      return refused(["What the call names does not exist, or the user may not see it."]);
    case "query": {
      const { position } = failure.mistake;
      const message = estateText(failure.mistake.message, MOST_MESSAGE);
      return refused([position === null ? message : `${message} (position ${position})`]);
    }
    case "refused":
      return refused([`${tool.name} was refused by the security manager.`, "Check the arguments."]);
  }
}

function timedOut(tool: Tool): ToolRun {
  timeouts.inc({ tool: tool.name });
  return refused([
    `${tool.name} timed out.`,
    "The same call times out again. Narrow it: name a device group, ask a tighter query or a smaller page.",
  ]);
}

function refused(texts: readonly string[]): ToolRun {
  return { kind: "result", result: { content: texts.map((text) => ({ type: "text", text })), isError: true } };
}
