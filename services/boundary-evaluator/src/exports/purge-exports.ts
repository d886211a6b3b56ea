import type { IntegrationStore, RemovedIntegration } from "../integrations/integration-store.ts";
import { openText, sealText } from "../integrations/sealed-text.ts";
import type { SecretKeys } from "../integrations/secret-keys.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { ExportProgressStore } from "./export-progress-store.ts";

export interface PurgeExportsNeeds {
  readonly integrations: Pick<IntegrationStore, "list" | "findByUuid" | "reseal" | "removed" | "forgetRemoved">;
  readonly deliveries: Pick<DeliveryStore, "forgetSettled" | "removeOf">;
  readonly progress: Pick<ExportProgressStore, "removeOf">;
  readonly keys: SecretKeys;
  now(): Date;
  /** Delivered and parked deliveries are kept for so long. */
  readonly keptMs: number;
}

/** Documents of one removal. */
const BATCH = 1_000;
/** Removed integrations read at once. */
const REMOVED_AT_ONCE = 100;
/** An export that began before the removal may still insert for so long. */
const LEFTOVERS_FOR_MS = 3_600_000;

/**
 * Removes what belongs to integrations that are gone and what was settled long ago, and puts secrets under the current
 * key. Safe beside other replicas. What fails of one integration holds up nothing else; the first reason is thrown at the
 * end.
 */
export async function purgeExports(needs: PurgeExportsNeeds, signal: AbortSignal): Promise<void> {
  const reasons: unknown[] = [];
  const attempt = (work: () => Promise<void>) => work().catch((reason: unknown) => void reasons.push(reason));
  await attempt(() => removeLeftovers(needs, attempt, signal));
  const before = new Date(needs.now().getTime() - needs.keptMs).toISOString();
  await attempt(() => untilFewer(() => needs.deliveries.forgetSettled(before, BATCH), signal));
  await attempt(() => resealAll(needs, attempt));
  if (reasons.length > 0) throw reasons[0];
}

type Attempt = (work: () => Promise<void>) => Promise<void>;

async function removeLeftovers(needs: PurgeExportsNeeds, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const { integrations } = needs;
  let last: RemovedIntegration | null = null;
  while (!signal.aborted) {
    const page: readonly RemovedIntegration[] = await integrations.removed(last, REMOVED_AT_ONCE);
    for (const one of page) await attempt(() => removeLeftoversOf(needs, one, signal));
    last = page.at(-1) ?? null;
    if (page.length < REMOVED_AT_ONCE) return;
  }
}

async function removeLeftoversOf(
  { integrations, deliveries, progress, now }: PurgeExportsNeeds,
  { uuid, removedAt }: RemovedIntegration,
  signal: AbortSignal,
): Promise<void> {
  // A removal that crashed in the middle was never answered, and the integration lives on.
  if ((await integrations.findByUuid(uuid)) === null) {
    await untilFewer(() => deliveries.removeOf(uuid, BATCH), signal);
    await untilFewer(() => progress.removeOf(uuid, BATCH), signal);
  }
  const before = new Date(now().getTime() - LEFTOVERS_FOR_MS).toISOString();
  if (removedAt < before && !signal.aborted) await integrations.forgetRemoved(uuid);
}

/** Repeats while whole batches are removed. */
async function untilFewer(remove: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await remove()) === BATCH);
}

async function resealAll({ integrations, keys }: PurgeExportsNeeds, attempt: Attempt): Promise<void> {
  for (const { uuid, secret } of await integrations.list()) {
    // One whose key is not there any more can't be saved; whoever delivers says so.
    if (secret.keyId === keys.current || !keys.keys.has(secret.keyId)) continue;
    await attempt(async () => integrations.reseal(uuid, secret, sealText(keys, uuid, openText(keys, uuid, secret))));
  }
}
