/** Returns the processor time that this process has used, in milliseconds, without the time of other processes. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
