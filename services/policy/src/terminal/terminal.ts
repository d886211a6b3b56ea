import type { StatusLine } from "@network-access/service-runtime/status-line";
import type { Line } from "./line.ts";

/** Output and questions of a command. */
export interface Terminal {
  /** The report. */
  print(lines: readonly Line[]): void;
  /** Errors and warnings. */
  complain(lines: readonly Line[]): void;
  readonly status: StatusLine;
  /** Returns what was typed; undefined when interrupted. Null without a terminal. */
  readonly ask: ((question: string) => Promise<string | undefined>) | null;
}
