import type { LeaseStore } from "@network-access/service-runtime/lease-store";

interface Needs {
  readonly leases: Pick<LeaseStore, "acquire" | "release">;
  /** Returns the devices for which there is work. */
  readonly listDevices: () => Promise<readonly number[]>;
  readonly work: (deviceId: number, signal: AbortSignal) => Promise<void>;
  /** The id with which this process acquires leases. No other process has the same id. */
  readonly holder: string;
  readonly now: () => Date;
}

/** How long a lease lasts. A process that dies does not release its leases, so each lease must expire by itself. */
const LEASE_MS = 120_000;

/**
 * Calls `work` for each device on which no other process is working. The lease of a device may expire while `work`
 * runs, and another process may then begin to work on the device. `work` must therefore be safe to repeat, and safe to
 * run in two processes at the same time.
 */
export async function workOnDevices(needs: Needs, signal: AbortSignal): Promise<void> {
  const { leases, listDevices, work, holder, now } = needs;
  for (const deviceId of await listDevices()) {
    const at = now();
    // The name is stored, so it must not change.
    const name = `notes of device ${deviceId}`;
    if (!(await leases.acquire(name, { holder, at, until: new Date(at.getTime() + LEASE_MS) }))) continue;
    try {
      await work(deviceId, signal);
    } finally {
      await leases.release(name, holder);
    }
  }
}
