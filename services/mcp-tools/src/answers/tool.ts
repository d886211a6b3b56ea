import type { Caller, UserCaller } from "../callers/caller.ts";
import type { Manager, ManagerFailure } from "../manager/manager.ts";

/** A block of text in a tool's result. */
interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

/** The result of a tool in the form that MCP defines. */
export interface ToolResult {
  readonly content: readonly TextBlock[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** What a tool can use during one call. */
export interface ToolContext<Who extends Caller = UserCaller> {
  readonly caller: Who;
  readonly manager: Manager;
  readonly now: () => Date;
  /** Aborted 20 s after the call began, or earlier if the caller disconnects. */
  readonly signal: AbortSignal;
}

/**
 * The outcome of a tool call:
 * - `refusal`: each text becomes one block of the result. The first text explains the refusal. Any further texts are
 *   advice.
 * - `caller-refused`: the tool server accepted the user and the device group in the request's headers, but the security
 *   manager refused one of them. `message` explains the refusal.
 * - `manager-failure`: the security manager failed. The code that runs the tools turns `failure` into a message.
 */
export type ToolOutcome =
  | { readonly kind: "answer"; readonly text: string; readonly structured: Readonly<Record<string, unknown>> }
  | { readonly kind: "refusal"; readonly texts: readonly string[] }
  | { readonly kind: "caller-refused"; readonly message: string }
  | { readonly kind: "manager-failure"; readonly failure: ManagerFailure };

type JsonSchema = Readonly<Record<string, unknown>>;

/** One tool: what clients see of it, and the function that runs it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Has at most 1,200 characters. The first sentence says when to use the tool. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** True if callers without a key see the tool and may call it. */
  readonly anonymous: boolean;
  run(input: Readonly<Record<string, unknown>>, context: ToolContext<Caller>): Promise<ToolOutcome>;
}
