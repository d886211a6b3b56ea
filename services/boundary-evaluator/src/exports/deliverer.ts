import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Integration } from "../integrations/integration.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Stopping } from "./deliver-due.ts";
import type { Receiver } from "./event-sender.ts";

/** Delivers events periodically, and immediately after a call of `wake`. */
export interface Deliverer extends Part {
  /** Notifies the deliverer that deliveries were inserted. */
  wake(): void;
}

export interface DelivererOptions {
  readonly integrations: Pick<IntegrationStore, "list" | "findByUuid">;
  /** Decrypts the signing secret. Throws if that fails. */
  open(integration: Integration): string;
  /**
   * Delivers the events that are due for one integration. It calls `receiver` before each page and stops if `receiver`
   * returns null.
   */
  deliver(integration: Integration, receiver: () => Promise<Receiver | null>, stopping: Stopping): Promise<void>;
  readonly everyMs: number;
  /** When the process stops, attempts in progress are aborted after this many milliseconds. */
  readonly stopMs: number;
  readonly logger: Logger;
}

/**
 * Creates the deliverer. It delivers the events of each integration in a separate loop, so a slow receiver delays no
 * other integration.
 */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { integrations, open, deliver, everyMs, stopMs, logger } = options;
  const noMore = new AbortController();
  const breakOff = new AbortController();
  const stopping = { noMore: noMore.signal, breakOff: breakOff.signal };
  const busy = new Map<string, Promise<void>>();
  /**
   * The UUIDs of integrations whose running loop must read the due deliveries once more. Deliveries may have become due
   * since the loop's last read.
   */
  const again = new Set<string>();
  let isScanning = false;
  let woken = false;

  async function receiverOf(uuid: string): Promise<Receiver | null> {
    const integration = await integrations.findByUuid(uuid);
    return integration?.enabled ? { url: integration.url, secret: open(integration) } : null;
  }

  async function work(integration: Integration): Promise<void> {
    const { uuid, id } = integration;
    try {
      do {
        again.delete(uuid);
        await deliver(integration, () => receiverOf(uuid), stopping);
      } while (again.has(uuid) && !noMore.signal.aborted);
    } catch (error) {
      // No delivery is lost, so the error is only logged. Later rounds attempt the unclaimed deliveries, which are
      // still due. They attempt a claimed delivery after its claim has ended.
      logger.error(
        { err: error, integrationId: id },
        "deliveries of an integration failed and will continue in the next round",
      );
    } finally {
      busy.delete(uuid);
    }
  }

  async function deliverAll(): Promise<void> {
    for (const integration of await integrations.list()) {
      const { uuid, enabled } = integration;
      if (!enabled || noMore.signal.aborted) continue;
      if (busy.has(uuid)) again.add(uuid);
      else busy.set(uuid, work(integration));
    }
  }

  /**
   * Calls `deliverAll`, and calls it again if `wake` was called in the meantime. Only one call of `deliverAll` runs at
   * a time, however often `wake` is called.
   */
  async function deliverWhileWoken(): Promise<void> {
    isScanning = true;
    try {
      while (woken) {
        woken = false;
        await deliverAll();
      }
    } catch (error) {
      logger.warn({ err: error }, "deliveries failed and will continue in the next round");
    } finally {
      isScanning = false;
    }
  }

  const rounds = createPeriodic({ name: "deliver", everyMs, logger, task: deliverAll });
  return {
    name: "deliverer",
    start: () => rounds.start(),
    wake() {
      woken = true;
      if (!isScanning) void deliverWhileWoken();
    },
    async stop() {
      noMore.abort();
      await rounds.stop();
      const timer = setTimeout(() => breakOff.abort(), stopMs);
      await Promise.all(busy.values());
      clearTimeout(timer);
    },
  };
}
