/** Returns the milliseconds of processor time of this process, without those of other processes. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
