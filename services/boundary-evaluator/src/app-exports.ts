import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { collectedGauge, counter, histogram } from "@network-access/service-runtime/metrics";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { assembleJudge } from "./app-judge.ts";
import type { WorkerConfig } from "./config.ts";
import type { EvaluationRecord } from "./evaluations/evaluation-record.ts";
import { type DeliveryAttempt, deliverDue } from "./exports/deliver-due.ts";
import { createDeliverer } from "./exports/deliverer.ts";
import { exportResults } from "./exports/export-results.ts";
import { httpEventSender } from "./exports/http-event-sender.ts";
import { purgeExports } from "./exports/purge-exports.ts";
import { createNameResolver, type ResolveName } from "./exports/receiver-lookup.ts";
import type { Integration } from "./integrations/integration.ts";
import { openText } from "./integrations/sealed-text.ts";

const attempts = counter({
  name: "delivery_attempts_total",
  help: "Attempts to deliver an event",
  labels: ["outcome"],
});
const durations = histogram({ name: "delivery_duration_seconds", help: "Time of one attempt", labels: ["outcome"] });
const deliveriesByState = collectedGauge({
  name: "deliveries",
  help: "Events that wait or are parked, in all replicas",
  label: "state",
});

/**
 * A claim lasts this many milliseconds longer than the deadline of a delivery attempt. This leaves time to store the
 * claim before the attempt and the result after the attempt.
 */
const CLAIM_MARGIN_MS = 10_000;
const COUNTING_MS = 1_000;

/**
 * Assembles the part of the worker that turns results of evaluations into deliveries, sends the deliveries, and later
 * purges them.
 */
export function assembleExports(
  config: WorkerConfig,
  logger: Logger,
  stores: ReturnType<typeof assembleJudge>,
  resolve: ResolveName = createNameResolver(),
): { readonly parts: readonly Part[]; exportResults(record: EvaluationRecord): Promise<void> } {
  const { integrations, deliveries, progress } = stores;
  const { receivers, secretKeys } = config.integrations;
  const { source, everyMs, purgeEveryMs, keptMs, ...sending } = config.deliveries;
  const now = () => new Date();
  for (const outcome of ["delivered", "failed", "parked"]) {
    attempts.inc({ outcome }, 0);
    durations.zero({ outcome });
  }
  const sender = httpEventSender({ ...sending, receivers, resolve, now });

  const onAttempt =
    ({ id }: Integration) =>
    ({ outcome, tookMs, problem, ...about }: DeliveryAttempt) => {
      attempts.inc({ outcome });
      durations.observe({ outcome }, tookMs / 1_000);
      const line = { integrationId: id, ...about, durationMs: Math.round(tookMs), problem: problem ?? undefined };
      if (outcome === "delivered") logger.info(line, "an event was delivered");
      else logger.warn(line, outcome === "parked" ? "an event was parked" : "an event did not arrive");
    };
  const deliverer = createDeliverer({
    integrations,
    open: ({ uuid, secret }) => openText(secretKeys, uuid, secret),
    deliver: (integration, receiver, stopping) => {
      const leaseMs = sending.deadlineMs + CLAIM_MARGIN_MS;
      const random = Math.random;
      const needs = { ...sending, deliveries, sender, now, random, leaseMs, onAttempt: onAttempt(integration) };
      return deliverDue(needs, integration.uuid, receiver, stopping);
    },
    everyMs,
    stopMs: Math.min(config.stopMs, sending.deadlineMs),
    logger,
  });
  const purging = createPeriodic({
    name: "purge exports",
    everyMs: purgeEveryMs,
    logger,
    task: (signal) => purgeExports({ integrations, deliveries, progress, keys: secretKeys, now, keptMs }, signal),
  });
  const states = ["Waiting", "Parked"] as const;
  const metrics: Part = {
    name: "delivery metrics",
    start() {
      for (const state of states)
        deliveriesByState.set(state, () =>
          withDeadline("counting deliveries", COUNTING_MS, () => deliveries.count(state)).catch(() => undefined),
        );
    },
    stop() {
      for (const state of states) deliveriesByState.delete(state);
    },
  };

  return {
    parts: [metrics, purging, deliverer],
    async exportResults(record) {
      if (await exportResults({ ...stores, source, now }, record)) deliverer.wake();
    },
  };
}
