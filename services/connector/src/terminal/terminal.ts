import { escapeControls } from "@network-access/service-runtime/escape-controls";
import type { StatusLine } from "@network-access/service-runtime/status-line";

/**
 * Prints the output of a command, one line for each text. Control characters are escaped, so texts from untrusted input
 * are safe to print.
 */
export interface Terminal {
  /** Prints a line of the report. */
  readonly print: (line: string) => void;
  /** Prints an error or a warning. */
  readonly complain: (line: string) => void;
  readonly status: StatusLine;
}

/** Escapes control characters in every line. */
export function createTerminal(console: Pick<Console, "log" | "error">, status: StatusLine): Terminal {
  return {
    print: (line) => console.log(escapeControls(line)),
    complain: (line) => console.error(escapeControls(line)),
    status,
  };
}
