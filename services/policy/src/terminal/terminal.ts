import type { StatusLine } from "@network-access/service-runtime/status-line";
import type { Line } from "./line.ts";

/** Where a command speaks to the one who typed it. */
export interface Terminal {
  /** The report. */
  print(lines: readonly Line[]): void;
  /** What went wrong. */
  complain(lines: readonly Line[]): void;
  readonly status: StatusLine;
  /** Null where nobody can answer. What was typed; undefined when it was interrupted. */
  readonly ask: ((question: string) => Promise<string | undefined>) | null;
}
