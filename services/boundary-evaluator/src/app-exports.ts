import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { collectedGauge, counter, histogram } from "@network-access/service-runtime/metrics";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { assembleJudge } from "./app-judge.ts";
import type { WorkerConfig } from "./config.ts";
import type { EvaluationRecord } from "./evaluations/evaluation-record.ts";
import { deliverDue, type Tried } from "./exports/deliver-due.ts";
import { createDeliverer } from "./exports/deliverer.ts";
import { exportResults } from "./exports/export-results.ts";
import { httpEventSender } from "./exports/http-event-sender.ts";
import { purgeExports } from "./exports/purge-exports.ts";
import { createNameResolver, type ResolveName } from "./exports/receiver-lookup.ts";
import type { Integration } from "./integrations/integration.ts";
import { openText } from "./integrations/sealed-text.ts";

const tries = counter({ name: "delivery_attempts_total", help: "Tries to deliver an event", labels: ["outcome"] });
const durations = histogram({ name: "delivery_duration_seconds", help: "Time one try took", labels: ["outcome"] });
const held = collectedGauge({
  name: "deliveries",
  help: "Events that wait or are parked, in all replicas",
  label: "state",
});

/** Beyond the deadline of a try: what claiming may take at its slowest. */
const CLAIM_MARGIN_MS = 10_000;
const COUNTING_MS = 1_000;

/** The part of the worker that exports results of judgings and delivers the events. */
export function assembleExports(
  config: WorkerConfig,
  logger: Logger,
  stores: ReturnType<typeof assembleJudge>,
  resolve: ResolveName = createNameResolver(),
): { readonly parts: readonly Part[]; exportResults(record: EvaluationRecord): Promise<void> } {
  const { integrations, deliveries, progress } = stores;
  const { receivers, secretKeys, delivering } = config;
  const now = () => new Date();
  const sender = httpEventSender({ ...delivering, receivers, resolve, now });

  const told =
    ({ id }: Integration) =>
    ({ outcome, tookMs, problem, ...about }: Tried) => {
      tries.inc({ outcome });
      durations.observe({ outcome }, tookMs / 1_000);
      const line = { integrationId: id, ...about, durationMs: Math.round(tookMs), problem: problem ?? undefined };
      if (outcome === "delivered") logger.info(line, "an event was delivered");
      else logger.warn(line, outcome === "parked" ? "an event was parked" : "an event did not arrive");
    };
  const deliverer = createDeliverer({
    integrations,
    open: ({ uuid, secret }) => openText(secretKeys, uuid, secret),
    deliver: (integration, receiver, stopping) => {
      const leaseMs = delivering.deadlineMs + CLAIM_MARGIN_MS;
      const needs = { ...delivering, deliveries, sender, now, random: Math.random, leaseMs, tried: told(integration) };
      return deliverDue(needs, integration.uuid, receiver, stopping);
    },
    everyMs: delivering.everyMs,
    stopMs: Math.min(config.stopMs, delivering.deadlineMs),
    logger,
  });
  const tidying = createPeriodic({
    name: "purge exports",
    everyMs: delivering.tidyEveryMs,
    logger,
    task: (signal) =>
      purgeExports({ integrations, deliveries, progress, keys: secretKeys, now, keptMs: delivering.keptMs }, signal),
  });
  const states = ["Waiting", "Parked"] as const;
  const figures: Part = {
    name: "figures of deliveries",
    start() {
      for (const state of states)
        held.set(state, () =>
          withDeadline("counting deliveries", COUNTING_MS, () => deliveries.count(state)).catch(() => undefined),
        );
    },
    stop() {
      for (const state of states) held.delete(state);
    },
  };

  return {
    parts: [figures, tidying, deliverer],
    async exportResults(record) {
      const source = delivering.source;
      if (await exportResults({ ...stores, source, now }, record)) deliverer.wake();
    },
  };
}
