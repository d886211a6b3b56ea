import { escapeControls } from "@network-access/service-runtime/escape-controls";
import type { StatusLine } from "@network-access/service-runtime/status-line";

/** Where a command speaks to the one who typed it. Each text is one line, and may hold anything that a file or the inventory said. */
export interface Terminal {
  /** The report. */
  readonly print: (line: string) => void;
  /** What went wrong. */
  readonly complain: (line: string) => void;
  readonly status: StatusLine;
}

/** Shows every line without what could mislead its reader. */
export function createTerminal(console: Pick<Console, "log" | "error">, status: StatusLine): Terminal {
  return {
    print: (line) => console.log(escapeControls(line)),
    complain: (line) => console.error(escapeControls(line)),
    status,
  };
}
