import { pause } from "@network-access/service-runtime/deadline";

/** Thrown when another process does the work by now. */
export class ClaimLost extends Error {
  constructor() {
    super("another process has taken the work over");
    this.name = "ClaimLost";
  }
}

interface Claim {
  /** How long it lasts after each renewal. */
  readonly ms: number;
  /** False when it is another's by now. */
  readonly renew: () => Promise<boolean>;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
}

/**
 * Renews a claim while `work` runs. `work` calls `check` before each step whose effects others see. `check` throws
 * ClaimLost when another process has taken the claim.
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
      // Without the database the claim ends by itself, and `check` says so.
      await renewNow().catch(() => undefined);
    }
  }

  const renewing = renewAgain();
  try {
    return await work(async () => {
      // A process that was busy or asleep for long finds out here.
      if (!isLost && elapsedMs() >= until) await renewNow();
      if (isLost) throw new ClaimLost();
    });
  } finally {
    done.abort();
    await renewing;
  }
}
