import { INTERRUPTED } from "@network-access/service-runtime/exit-codes";

/**
 * Returns a controller that the first Ctrl-C aborts. A running step is still completed. A second Ctrl-C ends the
 * process immediately. One Ctrl-C may send two signals to the process, one from the terminal and one from npm. A signal
 * within a second of the first signal therefore does not count as a second Ctrl-C.
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
