import { escapeControls } from "./escape-controls.ts";

/** The stream a status line is written to. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** A line that shows progress. Its text may come from a file or a service, so control characters are escaped. */
export interface StatusLine {
  /**
   * Shows a text. On a terminal, the text replaces the previous text. Otherwise, it is written as a line of its own. A
   * text is dropped if it follows the previous text too soon: within 100 ms on a terminal, otherwise within 10 s.
   */
  show(text: string): void;
  /** Shows a text, even if `show` would drop it because it follows the previous text too soon. */
  say(text: string): void;
  /** Clears the line. */
  clear(): void;
}

const REDRAWN_EVERY_MS = 100;
const SAID_EVERY_MS = 10_000;

export function createStatusLine(screen: Screen, now: () => number): StatusLine {
  const terminal = screen.isTTY === true;
  const pauseMs = terminal ? REDRAWN_EVERY_MS : SAID_EVERY_MS;
  // A log gets its first line after ten seconds.
  let shownAt = terminal ? Number.NEGATIVE_INFINITY : now();
  const write = (text: string) => {
    shownAt = now();
    const line = escapeControls(text);
    if (terminal) screen.write(`\r\u001b[K${line.slice(0, (screen.columns || 80) - 1)}`);
    else screen.write(`${line}\n`);
  };
  return {
    show(text) {
      if (now() - shownAt >= pauseMs) write(text);
    },
    say: write,
    clear: () => void (terminal && screen.write("\r\u001b[K")),
  };
}
