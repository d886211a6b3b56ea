import type { LeaseStore } from "@network-access/service-runtime/lease-store";

interface Needs {
  readonly leases: Pick<LeaseStore, "acquire" | "release">;
  /** Devices with something to do. */
  readonly listDevices: () => Promise<readonly number[]>;
  readonly work: (deviceId: number, signal: AbortSignal) => Promise<void>;
  /** Unique for each process. */
  readonly holder: string;
  readonly now: () => Date;
}

/** How long a process that died holds up the others. */
const LEASE_MS = 120_000;

/**
 * Works on each device that no other process works on. Repeating this, or two workers at the same time, is harmless.
 */
export async function workOnDevices(needs: Needs, signal: AbortSignal): Promise<void> {
  const { leases, listDevices, work, holder, now } = needs;
  for (const deviceId of await listDevices()) {
    const at = now();
    // Stored.
    const name = `notes of device ${deviceId}`;
    if (!(await leases.acquire(name, { holder, at, until: new Date(at.getTime() + LEASE_MS) }))) continue;
    try {
      await work(deviceId, signal);
    } finally {
      await leases.release(name, holder);
    }
  }
}
