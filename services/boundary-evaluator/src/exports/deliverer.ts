import type { Logger } from "@network-access/service-runtime/logger";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { Integration } from "../integrations/integration.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Stopping } from "./deliver-due.ts";
import type { Receiver } from "./event-sender.ts";

/** Delivers periodically, and at once after `wake`. */
export interface Deliverer extends Part {
  /** Something was inserted. */
  wake(): void;
}

export interface DelivererOptions {
  readonly integrations: Pick<IntegrationStore, "list" | "findByUuid">;
  /** Decrypts the signing secret; throws where it can't. */
  open(integration: Integration): string;
  /**
   * Delivers what is due for one integration. It calls `receiver` before each page, and null from it ends the
   * delivering.
   */
  deliver(integration: Integration, receiver: () => Promise<Receiver | null>, stopping: Stopping): Promise<void>;
  readonly everyMs: number;
  /** How many milliseconds attempts in progress may take when the process stops. Then they are aborted. */
  readonly stopMs: number;
  readonly logger: Logger;
}

/** Every integration has its own loop, so a slow one delays no other. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { integrations, open, deliver, everyMs, stopMs, logger } = options;
  const noMore = new AbortController();
  const breakOff = new AbortController();
  const stopping = { noMore: noMore.signal, breakOff: breakOff.signal };
  const busy = new Map<string, Promise<void>>();
  /** Busy integrations with deliveries that may have become due since their last read. */
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
      // The deliveries are due again, and the next round is periodic.
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

  /** Any number of wakes causes one run at a time. */
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
