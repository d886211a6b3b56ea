/**
 * Resolves when the stack should stop, because a signal arrived or because the command that started the stack has
 * ended.
 */
export function untilAsked(): Promise<{ reason: string }> {
  return new Promise((resolve) => {
    // One Ctrl-C sends several signals: one from the terminal and one from npm. The listeners therefore stay installed
    // after the first signal. Without a listener, the next signal would end the process at once.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve({ reason: signal === "SIGINT" ? "Ctrl-C" : signal }));
    process.on("disconnect", () => resolve({ reason: "the command that started it is gone" }));
    watchNpm(resolve);
  });
}

/**
 * If npm started this process, checks every second whether npm still runs. A killed npm sends no signal to this
 * process, but the process then gets another parent process.
 */
function watchNpm(resolve: (asked: { reason: string }) => void): void {
  const { ppid } = process;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid !== ppid && resolve({ reason: "npm is gone" }), 1_000).unref();
}
