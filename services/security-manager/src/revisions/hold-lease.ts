import type { LeaseStore } from "@network-access/service-runtime/lease-store";
import { holdClaim } from "./hold-claim.ts";

interface Needs {
  readonly leases: LeaseStore;
  readonly holder: string;
  readonly now: () => Date;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
}

/** How long a process that died holds up the others. */
export const LEASE_MS = 60_000;

/** Does `work`, as `holdClaim`, unless another process holds the lease: then false. */
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
