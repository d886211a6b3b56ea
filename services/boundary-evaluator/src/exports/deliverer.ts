import type { Logger } from "@network-access/service-runtime/logger";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { Integration } from "../integrations/integration.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Stopping } from "./deliver-due.ts";
import type { Receiver } from "./event-sender.ts";

/** Delivers by itself: at once when it is woken, and every so often in any case. */
export interface Deliverer extends Part {
  /** There is something new to deliver. */
  wake(): void;
}

export interface DelivererOptions {
  readonly integrations: Pick<IntegrationStore, "list" | "findByUuid">;
  /** Opens the signing secret; throws where it can't. */
  open(integration: Integration): string;
  /** Delivers what is due for one integration; asks for the receiver again and again, null ends it. */
  deliver(integration: Integration, receiver: () => Promise<Receiver | null>, stopping: Stopping): Promise<void>;
  readonly everyMs: number;
  /** How long tries in progress may take at the end; then they are broken off. */
  readonly stopMs: number;
  readonly logger: Logger;
}

/** Each integration is worked for by itself, so one that is slow holds nobody else. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { integrations, open, deliver, everyMs, stopMs, logger } = options;
  const noMore = new AbortController();
  const breakOff = new AbortController();
  const stopping = { noMore: noMore.signal, breakOff: breakOff.signal };
  const busy = new Map<string, Promise<void>>();
  /** Something may have become due after a busy one looked last. */
  const again = new Set<string>();
  let looking = false;
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
      // What was due is due again; the next round comes by itself.
      logger.error({ err: error, integrationId: id }, "deliveries of an integration stopped and will go on");
    } finally {
      busy.delete(uuid);
    }
  }

  async function look(): Promise<void> {
    for (const integration of await integrations.list()) {
      const { uuid, enabled } = integration;
      if (!enabled || noMore.signal.aborted) continue;
      if (busy.has(uuid)) again.add(uuid);
      else busy.set(uuid, work(integration));
    }
  }

  /** However often it is woken, it looks once at a time. */
  async function lookWhileWoken(): Promise<void> {
    looking = true;
    try {
      while (woken) {
        woken = false;
        await look();
      }
    } catch (error) {
      logger.warn({ err: error }, "deliveries wait for the next round");
    } finally {
      looking = false;
    }
  }

  const rounds = createPeriodic({ name: "deliver", everyMs, logger, task: look });
  return {
    name: "deliverer",
    start: () => rounds.start(),
    wake() {
      woken = true;
      if (!looking) void lookWhileWoken();
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
