/**
 * The number of stale scans that a worker has made, and their total duration. A stale scan searches for verdicts whose
 * inputs have changed.
 */
export interface Comparisons {
  readonly count: number;
  readonly ms: number;
}

const NAME = "stale_scan_duration_seconds";

export async function readComparisons(workerUrl: string): Promise<Comparisons> {
  const response = await fetch(`${workerUrl}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const text = await response.text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
  return { count: figure(`${NAME}_count`), ms: figure(`${NAME}_sum`) * 1_000 };
}
