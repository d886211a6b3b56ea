import { readFileSync, writeFileSync } from "node:fs";

/** Gives the current and the peak memory of a process in MiB. Without /proc it gives undefined. */
export function memoryOf(pid: number): { nowMb: number; mostMb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = (name: string) =>
      Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1_024);
    return { nowMb: megabytes("VmRSS"), mostMb: megabytes("VmHWM") };
  } catch {
    return undefined;
  }
}

/** Begins the peak memory of a process anew; does nothing without /proc. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // The peak then counts from the start of the process.
  }
}
