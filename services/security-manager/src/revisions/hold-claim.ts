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
 * Renews a claim while `work` runs. `work` must call `check` before each step that other processes can notice. `check`
 * throws ClaimLost if another process has taken the claim.
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
      // While the database is unavailable, the claim is not renewed. If the claim expires during this time, `check`
      // renews it or throws.
      await renewNow().catch(() => undefined);
    }
  }

  const renewing = renewAgain();
  try {
    return await work(async () => {
      // A process that was busy or suspended for a long time notices the lost claim here.
      if (!isLost && elapsedMs() >= until) await renewNow();
      if (isLost) throw new ClaimLost();
    });
  } finally {
    done.abort();
    await renewing;
  }
}
