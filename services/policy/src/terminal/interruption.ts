import { INTERRUPTED } from "@network-access/service-runtime/exit-codes";

/**
 * Returns a controller that the first SIGINT (Ctrl-C) or SIGTERM aborts. The current step is still completed. A second
 * signal ends the process immediately. Signals within a second of the first one have no effect, because one Ctrl-C may
 * arrive twice, from the terminal and from npm.
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
