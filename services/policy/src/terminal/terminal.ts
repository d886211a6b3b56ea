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
   * Asks the user and returns the typed text. Returns undefined if the question was interrupted, and null if there is
   * no terminal.
   */
  readonly ask: ((question: string) => Promise<string | undefined>) | null;
}
