import type { IntegrationStore, RemovedIntegration } from "../integrations/integration-store.ts";
import { openText, sealText } from "../integrations/sealed-text.ts";
import type { SecretKeys } from "../integrations/secret-keys.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { ExportProgressStore } from "./export-progress-store.ts";

export interface PurgeExportsNeeds {
  readonly integrations: Pick<IntegrationStore, "list" | "findByUuid" | "reseal" | "removed" | "purgeRemoved">;
  readonly deliveries: Pick<DeliveryStore, "purgeSettled" | "removeOf">;
  readonly progress: Pick<ExportProgressStore, "removeOf">;
  readonly keys: SecretKeys;
  now(): Date;
  /** The time for which deliveries are kept after they were delivered or parked. */
  readonly keptMs: number;
}

/** The number of documents that one call deletes. */
const BATCH = 1_000;
/** The number of removed integrations in one read. */
const REMOVED_AT_ONCE = 100;
/**
 * How long a removed integration stays listed as removed, in milliseconds. During this time, exports that began before
 * the removal can still insert deliveries for the integration.
 */
const LEFTOVERS_FOR_MS = 3_600_000;

/**
 * Deletes data that is no longer needed, and encrypts secrets again after a change of the key:
 * - deletes the deliveries and the progress of removed integrations
 * - deletes deliveries that were delivered or parked more than `keptMs` ago
 * - encrypts a secret with the current key if it is encrypted with another configured key
 *
 * If one integration fails, the others are still processed, and the first error is thrown at the end. Concurrent calls
 * are safe.
 */
export async function purgeExports(needs: PurgeExportsNeeds, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  const attempt = (work: () => Promise<void>) => work().catch((error: unknown) => void errors.push(error));
  await attempt(() => removeLeftovers(needs, attempt, signal));
  const before = new Date(needs.now().getTime() - needs.keptMs).toISOString();
  await attempt(() => untilFewer(() => needs.deliveries.purgeSettled(before, BATCH), signal));
  await attempt(() => resealAll(needs, attempt));
  if (errors.length > 0) throw errors[0];
}

type Attempt = (work: () => Promise<void>) => Promise<void>;

async function removeLeftovers(needs: PurgeExportsNeeds, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const { integrations } = needs;
  let last: RemovedIntegration | null = null;
  while (!signal.aborted) {
    const page: readonly RemovedIntegration[] = await integrations.removed(last, REMOVED_AT_ONCE);
    for (const removed of page) await attempt(() => removeLeftoversOf(needs, removed, signal));
    last = page.at(-1) ?? null;
    if (page.length < REMOVED_AT_ONCE) return;
  }
}

async function removeLeftoversOf(
  { integrations, deliveries, progress, now }: PurgeExportsNeeds,
  { uuid, removedAt }: RemovedIntegration,
  signal: AbortSignal,
): Promise<void> {
  // If a process crashed while it removed the integration, the integration may still exist although it is listed as
  // removed. The deliveries and the progress of such an integration are kept.
  if ((await integrations.findByUuid(uuid)) === null) {
    await untilFewer(() => deliveries.removeOf(uuid, BATCH), signal);
    await untilFewer(() => progress.removeOf(uuid, BATCH), signal);
  }
  const before = new Date(now().getTime() - LEFTOVERS_FOR_MS).toISOString();
  if (removedAt < before && !signal.aborted) await integrations.purgeRemoved(uuid);
}

/** Calls `remove` repeatedly, until a call deletes less than a whole batch or `signal` is aborted. */
async function untilFewer(remove: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await remove()) === BATCH);
}

async function resealAll({ integrations, keys }: PurgeExportsNeeds, attempt: Attempt): Promise<void> {
  for (const { uuid, secret } of await integrations.list()) {
    // A secret whose encryption key is no longer configured can't be decrypted, so it stays as it is. Until the key is
    // configured again, deliveries to the integration are not attempted. Each round of deliveries logs an error that
    // names the key.
    if (secret.keyId === keys.current || !keys.keys.has(secret.keyId)) continue;
    await attempt(async () => integrations.reseal(uuid, secret, sealText(keys, uuid, openText(keys, uuid, secret))));
  }
}
