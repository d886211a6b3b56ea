import { addressesChanged } from "@network-access/service-contracts/addresses-changed";
import { createJobHandler, type JobHandler, type JobHandlerOptions } from "@network-access/service-runtime/job-handler";
import { createJobSender, type JobSenderOptions } from "@network-access/service-runtime/job-sender";
import type { Part } from "@network-access/service-runtime/run-until-signal";

/** Asks whichever worker is free to compare; while one does, the newest asking is kept and done afterwards. */
export function createStaleScanSender(options: JobSenderOptions): Part & { askToCompare(): Promise<void> } {
  const sender = createJobSender(addressesChanged, { ...options, keepLastIfActive: true });
  return {
    name: sender.name,
    start: () => sender.start(),
    stop: () => sender.stop(),
    async askToCompare() {
      // One that does not leave the house is made good by the next; they come by themselves.
      await sender.send({});
    },
  };
}

/** Compares when asked to, one comparison at a time in this process. */
export function createStaleScanHandler(
  compare: () => Promise<void>,
  options: Omit<JobHandlerOptions, "concurrency">,
): JobHandler {
  return createJobHandler(addressesChanged, () => compare(), { ...options, concurrency: 1 });
}
