import { pause } from "@network-access/service-runtime/deadline";

/** Thrown when another process has taken over the work. */
export class ClaimLost extends Error {
  constructor() {
    super("another process has taken the work over");
    this.name = "ClaimLost";
  }
}

interface Claim {
  /** How long the claim lasts after each renewal. */
  readonly ms: number;
  /** Returns false if another process has taken the claim. */
  readonly renew: () => Promise<boolean>;
  /** Returns the milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/**
 * Runs `work` and keeps renewing a claim until `work` ends. `work` must call `check` before each step whose effects
 * other processes can see. `check` throws ClaimLost if another process has taken the claim.
 */
export async function holdClaim<Result>(
  { ms, renew, elapsedMs }: Claim,
  work: (check: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  let until = elapsedMs() + ms;
  let isLost = false;

  async function renewNow(): Promise<void> {
    const at = elapsedMs();
    if (await renew()) until = at + ms;
    else isLost = true;
  }

  async function renewAgain(): Promise<void> {
    for (;;) {
      await pause(ms / 3, done.signal);
      if (done.signal.aborted || isLost) return;
      // Ignores a renewal that failed, for example because the database is unavailable. If the claim expires before a
      // renewal succeeds, `check` renews the claim or throws.
      await renewNow().catch(() => undefined);
    }
  }

  const renewing = renewAgain();
  try {
    return await work(async () => {
      // Renews a claim that has expired, for example because the process was busy or suspended for a long time. If
      // another process has taken the claim, the renewal reports that the claim is lost.
      if (!isLost && elapsedMs() >= until) await renewNow();
      if (isLost) throw new ClaimLost();
    });
  } finally {
    done.abort();
    await renewing;
  }
}
