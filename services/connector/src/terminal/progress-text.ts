const WIDTH = 24;

/** Returns one line with a bar, the percentage, the count, the rate and the remaining time. */
export function progressText(done: number, total: number, elapsedMs: number): string {
  const share = total === 0 ? 1 : done / total;
  const full = Math.floor(share * WIDTH);
  const bar = `${"█".repeat(full)}${"░".repeat(WIDTH - full)}`;
  const pace = elapsedMs < 500 || done === 0 ? undefined : (done * 1_000) / elapsedMs;
  const left = pace === undefined ? "" : `  ${withCommas(Math.round(pace))}/s  ${duration((total - done) / pace)} left`;
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${withCommas(done)} of ${withCommas(total)}${left}`;
}

export function withCommas(count: number): string {
  return count.toLocaleString("en-US");
}

/** Returns "1 item" or "1,200 items". */
export function counted(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${withCommas(count)} ${count === 1 ? noun : plural}`;
}

/** Returns "0.4 s", "12 s" or "3 min 20 s". */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
