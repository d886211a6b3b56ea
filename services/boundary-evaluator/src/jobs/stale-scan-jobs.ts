import { addressesChanged } from "@network-access/service-contracts/addresses-changed";
import { createJobHandler, type JobHandler, type JobHandlerOptions } from "@network-access/service-runtime/job-handler";
import { createJobSender, type JobSenderOptions } from "@network-access/service-runtime/job-sender";
import type { Part } from "@network-access/service-runtime/run-until-signal";

/** Requests a stale scan of any worker. During a scan the newest request is kept and done afterwards. */
export function createStaleScanSender(options: JobSenderOptions): Part & { requestScan(): Promise<void> } {
  const sender = createJobSender(addressesChanged, { ...options, keepLastIfActive: true });
  return {
    name: sender.name,
    start: () => sender.start(),
    stop: () => sender.stop(),
    async requestScan() {
      // A request that could not be sent is followed by the next periodic one.
      await sender.send({});
    },
  };
}

/** Scans on request, one scan at a time in this process. */
export function createStaleScanHandler(
  scan: () => Promise<void>,
  options: Omit<JobHandlerOptions, "concurrency">,
): JobHandler {
  return createJobHandler(addressesChanged, () => scan(), { ...options, concurrency: 1 });
}
