import { addressesChanged } from "@network-access/service-contracts/addresses-changed";
import { createJobHandler, type JobHandler, type JobHandlerOptions } from "@network-access/service-runtime/job-handler";
import { createJobSender, type JobSenderOptions } from "@network-access/service-runtime/job-sender";
import type { Part } from "@network-access/service-runtime/part";

/**
 * Creates a sender of jobs. Each job requests a scan for stale verdicts, and any worker can run it. However many jobs
 * are sent during a scan, only one more scan follows.
 */
export function createStaleScanSender(options: JobSenderOptions): Part & { requestScan(): Promise<void> } {
  const sender = createJobSender(addressesChanged, { ...options, keepLastIfActive: true });
  return {
    name: sender.name,
    start: () => sender.start(),
    stop: () => sender.stop(),
    async requestScan() {
      // A failed send is ignored, because scans are also requested periodically.
      await sender.send({});
    },
  };
}

/**
 * Creates the handler of the jobs that request a scan. For each job, the handler calls `scan`. This process runs at
 * most one scan at a time.
 */
export function createStaleScanHandler(
  scan: () => Promise<void>,
  options: Omit<JobHandlerOptions, "concurrency">,
): JobHandler {
  return createJobHandler(addressesChanged, () => scan(), { ...options, concurrency: 1 });
}
