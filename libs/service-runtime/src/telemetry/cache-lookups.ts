import { counter } from "./metrics.ts";

const lookups = counter({
  name: "cache_lookups_total",
  help: "Lookups in caches; outcome is hit or miss",
  labels: ["cache", "outcome"],
});

/**
 * Returns a function that counts one lookup in the cache `cache`, as a hit or a miss. The metric reports both counts
 * from the start, even if they are 0.
 */
export function countLookups(cache: string): (isHit: boolean) => void {
  const hits = lookups.labels({ cache, outcome: "hit" });
  const misses = lookups.labels({ cache, outcome: "miss" });
  hits.inc(0);
  misses.inc(0);
  return (isHit) => (isHit ? hits : misses).inc();
}
