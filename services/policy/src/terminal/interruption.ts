import { INTERRUPTED } from "@network-access/service-runtime/exit-codes";

/**
 * Gives a controller that the first Ctrl-C aborts. A running step then still completes. A second Ctrl-C ends the
 * process at once. A signal that comes within a second of the first does not count as a second Ctrl-C, because the
 * terminal and npm both pass on the same one.
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
