import { readFileSync, writeFileSync } from "node:fs";

/** Returns the current and the peak memory of a process in MiB, or undefined on systems without /proc. */
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

/** Resets the peak memory of a process. Does nothing without /proc. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // If the peak can't be reset, `memoryOf` returns the peak since the start of the process.
  }
}
