import { addressesChanged } from "@network-access/service-contracts/addresses-changed";
import { createJobHandler, type JobHandler, type JobHandlerOptions } from "@network-access/service-runtime/job-handler";
import { createJobSender, type JobSenderOptions } from "@network-access/service-runtime/job-sender";
import type { Part } from "@network-access/service-runtime/part";

/**
 * Creates the sender of jobs that request a scan for stale verdicts. The job can run on any worker. Of the jobs that
 * are sent while a scan runs, only the newest is kept. It runs after that scan.
 */
export function createStaleScanSender(options: JobSenderOptions): Part & { requestScan(): Promise<void> } {
  const sender = createJobSender(addressesChanged, { ...options, keepLastIfActive: true });
  return {
    name: sender.name,
    start: () => sender.start(),
    stop: () => sender.stop(),
    async requestScan() {
      // If this request can't be sent, the next periodic request follows anyway.
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
