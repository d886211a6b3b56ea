/** Milliseconds of processor time of this process; the time of other processes is not included. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
