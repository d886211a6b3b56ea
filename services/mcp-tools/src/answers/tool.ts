import type { Caller, UserCaller } from "../callers/caller.ts";
import type { Manager, ManagerFailure } from "../manager/manager.ts";

/** A block of a tool's result. */
interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

/** The result of a tool, as MCP transports it. */
export interface ToolResult {
  readonly content: readonly TextBlock[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** What a tool works with, for one call. */
export interface ToolContext<Who extends Caller = UserCaller> {
  readonly caller: Who;
  readonly manager: Manager;
  readonly now: () => Date;
  /** Aborted after 20 s, and when the caller is gone. */
  readonly signal: AbortSignal;
}

/**
 * The outcome of a tool. A refusal has the texts of its blocks: the first stands alone, advice follows. A failure of
 * the manager is presented by the place that runs all tools. `caller-refused` means that the manager has refused what
 * the headers name in the meantime; the message is that of the header.
 */
export type ToolOutcome =
  | { readonly kind: "answer"; readonly text: string; readonly structured: Readonly<Record<string, unknown>> }
  | { readonly kind: "refusal"; readonly texts: readonly string[] }
  | { readonly kind: "caller-refused"; readonly message: string }
  | { readonly kind: "manager-failure"; readonly failure: ManagerFailure };

type JsonSchema = Readonly<Record<string, unknown>>;

/** One tool of the table, as clients see it and as it is run. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** At most 1,200 characters. The first sentence decides when to use the tool. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Whether callers without a key see the tool and may call it. */
  readonly anonymous: boolean;
  run(input: Readonly<Record<string, unknown>>, context: ToolContext<Caller>): Promise<ToolOutcome>;
}
