/**
 * Resolves when the stack should stop, because a signal arrived or because the command that started the stack has
 * ended.
 */
export function untilAsked(): Promise<{ reason: string }> {
  return new Promise((resolve) => {
    // One Ctrl-C arrives several times: from the terminal and from npm. The listeners stay installed, because a signal
    // without a listener would end the process.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve({ reason: signal === "SIGINT" ? "Ctrl-C" : signal }));
    process.on("disconnect", () => resolve({ reason: "the command that started it is gone" }));
    watchNpm(resolve);
  });
}

/**
 * Polls whether npm still runs. A killed npm sends no signal, but its child processes then get another parent process.
 */
function watchNpm(resolve: (asked: { reason: string }) => void): void {
  const { ppid } = process;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid !== ppid && resolve({ reason: "npm is gone" }), 1_000).unref();
}
