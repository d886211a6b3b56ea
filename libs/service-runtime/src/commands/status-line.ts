import { escapeControls } from "./escape-controls.ts";

/** Where a status line is shown. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** The one line that says how far things are; its text may hold anything that a file or a service said. */
export interface StatusLine {
  /** Written over on a terminal; elsewhere a line of its own, at most every ten seconds. */
  show(text: string): void;
  /** Shown at once and everywhere. */
  say(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

const REDRAWN_EVERY_MS = 100;
const SAID_EVERY_MS = 10_000;

export function createStatusLine(screen: Screen, now: () => number): StatusLine {
  const terminal = screen.isTTY === true;
  const pauseMs = terminal ? REDRAWN_EVERY_MS : SAID_EVERY_MS;
  // A log is told nothing before there is something to wait for.
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
