import { INTERRUPTED } from "@network-access/service-runtime/exit-codes";

/**
 * Aborted by the first Ctrl-C, so that a running step completes. Another one ends the process at once, unless it comes
 * within a second: the terminal and npm pass on the same one.
 */
export function interruption(): AbortController {
  const interrupted = new AbortController();
  let first = Number.POSITIVE_INFINITY;
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.on(name, () => {
      if (Date.now() - first > 1_000) process.exit(INTERRUPTED);
      first = Math.min(first, Date.now());
      interrupted.abort();
    });
  return interrupted;
}
