/** Milliseconds of processor time that this process has spent: what passes while others have the machine is not in it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
