import { createHash } from "node:crypto";
import type { JobContract } from "@network-access/service-contracts/job-contract";
import { eventually } from "@network-access/testkit/until";
import { Queue } from "bullmq";
import { Redis } from "ioredis";

/** Direct access to the queues, to read jobs and to send jobs as a test needs them. */
export interface Jobs {
  /**
   * Adds a job with a new deduplication id, so the job is never skipped as a duplicate. Tests send such a job to
   * simulate a repeated or late delivery.
   */
  send<Payload>(contract: JobContract<Payload>, payload: Payload): Promise<void>;
  /** Returns the payload of the last finished job, or undefined if the queue keeps none. */
  lastDone<Payload>(contract: JobContract<Payload>): Promise<Payload | undefined>;
  /** Waits until no job of this contract is waiting or running. */
  settled<Payload>(contract: JobContract<Payload>): Promise<void>;
  stop(): Promise<void>;
}

export function watchJobs(redisUrl: string, prefix: string): Jobs {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  connection.on("error", () => undefined);
  const queues = new Map<string, Queue>();
  const queueOf = (name: string): Queue => {
    const known = queues.get(name) ?? new Queue(name, { connection, prefix });
    queues.set(name, known);
    return known;
  };
  return {
    async send(contract, payload) {
      const id = createHash("sha256")
        .update(`${performance.now()} ${JSON.stringify(payload)}`)
        .digest("hex");
      await queueOf(contract.queue).add(contract.queue, { payload }, { deduplication: { id } });
    },
    async lastDone(contract) {
      const [job] = await queueOf(contract.queue).getJobs(["completed"], 0, 0, false);
      return job === undefined ? undefined : contract.payload.parse(job.data.payload);
    },
    async settled(contract) {
      await eventually(
        () => queueOf(contract.queue).getJobCounts("wait", "active", "delayed"),
        (counts) => Object.values(counts).every((count) => count === 0),
      );
    },
    async stop() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      connection.disconnect();
    },
  };
}
