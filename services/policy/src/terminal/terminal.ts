import type { StatusLine } from "@network-access/service-runtime/status-line";
import type { Line } from "./line.ts";

/** Output and questions of a command. */
export interface Terminal {
  /** Prints lines of the report. */
  print(lines: readonly Line[]): void;
  /** Prints errors and warnings. */
  complain(lines: readonly Line[]): void;
  readonly status: StatusLine;
  /**
   * Asks a question and returns the typed text, or undefined if the question was interrupted, for example by Ctrl-C.
   * The member `ask` itself is null if there is no terminal.
   */
  readonly ask: ((question: string) => Promise<string | undefined>) | null;
}
