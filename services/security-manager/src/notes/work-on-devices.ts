import type { DeviceClaims } from "./device-claims.ts";

interface Needs {
  readonly claims: DeviceClaims;
  /** Devices with something to do. */
  readonly listDevices: () => Promise<readonly number[]>;
  readonly work: (deviceId: number, signal: AbortSignal) => Promise<void>;
  /** Unique for every run. */
  readonly newHolder: () => string;
  readonly now: () => Date;
}

/** A claim that was left by a process that ended without releasing it is free after this time. */
const CLAIMED_MS = 120_000;

/** Works on each device that no other process works on. Repetition and two workers at once are harmless. */
export async function workOnDevices(needs: Needs, signal: AbortSignal): Promise<void> {
  const { claims, listDevices, work, newHolder, now } = needs;
  for (const deviceId of await listDevices()) {
    const holder = newHolder();
    const time = now();
    if (!(await claims.take(deviceId, holder, time, new Date(time.getTime() + CLAIMED_MS)))) continue;
    try {
      await work(deviceId, signal);
    } finally {
      await claims.release(deviceId, holder);
    }
  }
}
