import type { LeaseStore } from "@network-access/service-runtime/lease-store";
import { holdClaim } from "./hold-claim.ts";

interface Needs {
  readonly leases: LeaseStore;
  readonly holder: string;
  readonly now: () => Date;
  /** Returns the milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/**
 * How long a lease lasts after each renewal. If a process dies, no other process gets its lease before the lease ends.
 */
export const LEASE_MS = 60_000;

/**
 * Runs `work` while this process holds the lease `name`. During `work`, the lease is renewed. `work` receives a
 * function `check`, which throws ClaimLost if another process has taken the lease. Returns false without running `work`
 * if another process holds the lease.
 */
export async function holdLease(
  { leases, holder, now, elapsedMs }: Needs,
  name: string,
  work: (check: () => Promise<void>) => Promise<void>,
): Promise<boolean> {
  async function renew(): Promise<boolean> {
    const at = now();
    return (await leases.acquire(name, { holder, at, until: new Date(at.getTime() + LEASE_MS) })) !== undefined;
  }

  if (!(await renew())) return false;
  try {
    await holdClaim({ ms: LEASE_MS, renew, elapsedMs }, work);
  } finally {
    await leases.release(name, holder);
  }
  return true;
}
