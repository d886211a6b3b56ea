/** A running step. */
export interface Step {
  done(text: string): void;
  /** Ends the step without output. */
  end(): void;
}

export interface Progress {
  /** Shows a step until the step ends. `measure` returns the step's progress as a text, such as "96 of 141 MB". */
  begin(title: string, measure?: () => string): Step;
  line(text: string): void;
}

export interface Screen {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

/**
 * Creates a display of running steps. On a terminal, all steps share one line, which is overwritten. Elsewhere, the
 * running steps are written as a new line every ten seconds. While no step is running there is no timer, so that the
 * display does not keep the process alive.
 */
export function showProgress(screen: Screen, now: () => number = Date.now): Progress {
  const running = new Map<Step, { title: string; beganAt: number; measure: (() => string) | undefined }>();
  const terminal = screen.isTTY === true;
  let timer: NodeJS.Timeout | undefined;

  const status = () =>
    [...running.values()]
      .map(({ title, beganAt, measure }) => {
        const amount = measure?.() ?? "";
        return `${title}${amount && ` ${amount}`} (${seconds(now() - beganAt)})`;
      })
      .join(" · ");
  const clear = () => void (terminal && screen.write("\r\u001b[K"));
  const show = () => {
    if (running.size === 0) return;
    if (terminal) screen.write(`\r\u001b[K${status().slice(0, (screen.columns ?? 80) - 1)}`);
    else screen.write(`  … ${status()}\n`);
  };
  const line = (text: string) => {
    clear();
    screen.write(`${text}\n`);
    if (terminal) show();
  };
  const finish = (step: Step, text: string | undefined) => {
    const entry = running.get(step);
    running.delete(step);
    if (running.size === 0) {
      clearInterval(timer);
      clear();
      timer = undefined;
    }
    if (entry && text !== undefined) line(`${text} (${seconds(now() - entry.beganAt)})`);
  };

  return {
    line,
    begin(title, measure) {
      const step: Step = { done: (text) => finish(step, text), end: () => finish(step, undefined) };
      running.set(step, { title, beganAt: now(), measure });
      timer ??= setInterval(show, terminal ? 250 : 10_000);
      if (terminal) show();
      return step;
    },
  };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`;
}
