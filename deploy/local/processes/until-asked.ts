/** Resolves when somebody wants the stack to end: a signal, or the command that started us is gone. */
export function untilAsked(): Promise<{ reason: string }> {
  return new Promise((resolve) => {
    // Stays installed: one Ctrl-C arrives several times, from the terminal and from whoever passes it on.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve({ reason: signal === "SIGINT" ? "Ctrl-C" : signal }));
    process.on("disconnect", () => resolve({ reason: "the command that started it is gone" }));
    watchNpm(resolve);
  });
}

/** npm tells nobody when it is killed; what runs below it then has another parent. */
function watchNpm(resolve: (asked: { reason: string }) => void): void {
  const { ppid } = process;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid !== ppid && resolve({ reason: "npm is gone" }), 1_000).unref();
}
