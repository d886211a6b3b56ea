import { INTERRUPTED } from "@network-access/service-runtime/exit-codes";

/**
 * Aborted by the first Ctrl-C, so that what was begun comes to a clean end. Another one, later than a terminal and npm
 * take to pass on the same, ends the process at once.
 */
export function interruption(): AbortController {
  const asked = new AbortController();
  let first = Number.POSITIVE_INFINITY;
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.on(name, () => {
      if (Date.now() - first > 1_000) process.exit(INTERRUPTED);
      first = Math.min(first, Date.now());
      asked.abort();
    });
  return asked;
}
