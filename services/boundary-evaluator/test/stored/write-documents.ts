import type { Db } from "mongodb";
import type { BoundaryHead } from "../../src/boundaries/boundary-store.ts";
import { mongoBoundarySequence } from "../../src/boundaries/mongo-boundary-sequence.ts";
import { mongoBoundaryStore } from "../../src/boundaries/mongo-boundary-store.ts";
import { mongoEvaluationStore } from "../../src/evaluations/mongo-evaluation-store.ts";
import { mongoUseLedger } from "../../src/evaluations/mongo-use-ledger.ts";
import { mongoDeliveryStore } from "../../src/exports/mongo-delivery-store.ts";
import { mongoExportProgressStore } from "../../src/exports/mongo-export-progress-store.ts";
import { contentKey } from "../../src/inputs/content-store.ts";
import { mongoBoundaryInputsStore } from "../../src/inputs/mongo-boundary-inputs-store.ts";
import { mongoContentStore } from "../../src/inputs/mongo-content-store.ts";
import { mongoIntegrationStore } from "../../src/integrations/mongo-integration-store.ts";
import { mongoLatestEvaluationStore } from "../../src/reevaluation/mongo-latest-evaluation-store.ts";
import { prepared } from "../prepared-database.ts";
import {
  boundary,
  boundaryInputs,
  details,
  inputsHash,
  integration,
  latestEvaluation,
  newDelivery,
  parkedDelivery,
  progress,
  record,
  rules,
} from "./values.ts";

/**
 * Opens every store of this service in one database, in the same way as the subgraph process and the worker process.
 */
export function storesOf(database: Db) {
  const contents = mongoContentStore(database);
  return {
    boundaries: mongoBoundaryStore(database),
    sequence: mongoBoundarySequence(database),
    contents,
    deliveries: mongoDeliveryStore(database),
    evaluations: mongoEvaluationStore(database, contents),
    progress: mongoExportProgressStore(database),
    boundaryInputsStore: mongoBoundaryInputsStore(database, () => new Date("2026-11-21T07:00:00.000Z")),
    integrations: mongoIntegrationStore(database),
    latestEvaluations: mongoLatestEvaluationStore(database),
    ledger: mongoUseLedger(database),
  };
}
type Stores = ReturnType<typeof storesOf>;

/**
 * Writes each document with the stores of the service. Includes all later writes by which the service adds fields to a
 * stored document.
 */
export async function writeDocuments(database: Db): Promise<void> {
  const stores = storesOf(database);
  await prepared(database);
  await writeBoundaries(stores);
  await writeEvaluations(stores);
  await writeExports(stores);
}

async function writeBoundaries({ boundaries, sequence }: Stores): Promise<void> {
  const first: BoundaryHead = { kind: "boundary", boundary: { ...boundary, revision: 1, name: "Web, before" } };
  await boundaries.replace(first, null);
  await boundaries.replace({ kind: "boundary", boundary }, first);
  const { uuid, ...rest } = { ...boundary, id: "deleted", uuid: "0d0d0d0d-1111-4222-8333-000000000002" };
  const deleted: BoundaryHead = { kind: "boundary", boundary: { ...rest, uuid, sources: [], destinations: [] } };
  await boundaries.replace(deleted, null);
  await boundaries.replace({ kind: "tombstone", tombstone: { id: "deleted", uuid, revision: 2 } }, deleted);
  await sequence.raise("b-1");
  await sequence.raise("deleted");
}

async function writeEvaluations({
  evaluations,
  contents,
  boundaryInputsStore,
  latestEvaluations: store,
  ledger,
}: Stores): Promise<void> {
  await contents.keepAll([
    { key: contentKey.rules(record.rulesHash), shared: false, pieces: () => [JSON.stringify(rules)] },
    { key: contentKey.addresses("a".repeat(64)), shared: true, pieces: () => ["10.0.0.0/24", "\n10.1.0.0/24"] },
  ]);
  await boundaryInputsStore.keep(boundaryInputs);
  await evaluations.insert(record, details);
  const next = { ...record, attempt: 8, usedBoundaries: [], named: [], flip: null };
  await evaluations.insert(next, { results: [], findings: [], resolved: [] });
  await evaluations.markFinished(next);

  const before = { ...latestEvaluation, attempt: 6, named: [], rulesHash: "", validInputsHash: "" };
  await store.put(before, null);
  await store.put(
    { ...latestEvaluation, validInputsHash: "", named: latestEvaluation.named.slice(1) },
    new Uint8Array([1, 2, 3, 4]),
  );
  const { changeRequestUuid, attempt, named } = latestEvaluation;
  await store.updateValidInputs([{ changeRequestUuid, attempt, validInputsHash: inputsHash, named }]);
  const namesNothing = { ...latestEvaluation, changeRequestUuid: "0b0b0b0b-1111-4222-8333-000000000002", named: [] };
  await store.put({ ...namesNothing, validInputsHash: "" }, null);
  await store.updateValidInputs([
    { changeRequestUuid: namesNothing.changeRequestUuid, attempt, validInputsHash: inputsHash, named: null },
  ]);
  const { revision, evaluatedAt: usedAt } = record;
  await ledger.add([{ changeRequestUuid, revision, boundaryUuid: boundary.uuid, usedAt }]);
}

async function writeExports({ integrations, deliveries, progress: exports }: Stores): Promise<void> {
  const sealed = { keyId: "k0", nonce: "", sealed: "" };
  await integrations.insert({ ...integration, name: "", url: "", enabled: false, secret: sealed });
  await integrations.change(integration.uuid, integration);
  await integrations.reseal(integration.uuid, sealed, integration.secret);
  await integrations.insert({ ...integration, id: "removed", uuid: "0e0e0e0e-1111-4222-8333-000000000002" });
  await integrations.remove("removed", "2026-11-21T08:00:00.000Z");

  const first = { ...progress, attempt: 6, before: null, exported: false };
  await exports.replace(first, null);
  await exports.replace({ ...progress, exported: false }, first);
  await exports.markExported(progress);

  const others = ["evt_claimed", "evt_delivered", "evt_waiting"].map((id) => ({ ...newDelivery, id }));
  await deliveries.add([newDelivery, parkedDelivery, ...others]);
  const attemptedAt = "2026-11-21T07:00:02.000Z";
  const claim = async (id: string) => {
    const due = await deliveries.due({ integrationUuid: integration.uuid, at: attemptedAt, limit: 10, skip: 0 });
    const claimed = await deliveries.claim(due.find((one) => one.id === id) ?? failed(id), "2026-11-21T07:01:00.000Z");
    return claimed ?? failed(id);
  };
  await claim("evt_claimed");
  await claim("evt_delivered");
  await deliveries.settleDelivered("evt_delivered", attemptedAt);
  await deliveries.settleFailed(await claim("evt_parked"), "answered with 500", attemptedAt, null);
  await deliveries.settleFailed(
    await claim("evt_waiting"),
    "answered with 503",
    attemptedAt,
    "2026-11-21T07:05:00.000Z",
  );
}

function failed(id: string): never {
  throw new Error(`${id} is not available`);
}
