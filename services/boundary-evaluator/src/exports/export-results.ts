import { type EvaluationId, evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import type { EvaluationDetails, EvaluationRecord } from "../evaluations/evaluation-record.ts";
import type { EvaluationStore } from "../evaluations/evaluation-store.ts";
import { showResults } from "../evaluations/show-results.ts";
import type { ContentStore } from "../inputs/content-store.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { JudgedResult } from "../judging/model/judgement.ts";
import { silentResult } from "../judging/model/silent-result.ts";
import { boundaryResultEvent } from "./boundary-result-event.ts";
import { changedResults, type JudgedResults } from "./changed-results.ts";
import { deliveryId } from "./delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { EvaluationNumber, ExportProgress, ExportProgressStore } from "./export-progress-store.ts";

export interface ExportResultsNeeds {
  readonly integrations: Pick<IntegrationStore, "list">;
  readonly progress: Pick<ExportProgressStore, "find" | "replace" | "markExported">;
  readonly deliveries: Pick<DeliveryStore, "add">;
  readonly evaluations: Pick<EvaluationStore, "find" | "details">;
  readonly contents: Pick<ContentStore, "read">;
  /** Identifies this installation in every event. */
  readonly source: string;
  now(): Date;
}

/** The number of integrations that are processed concurrently. */
const INTEGRATIONS_AT_ONCE = 4;
/**
 * The number of deliveries in one insert. The insert stays below the size limit of the database, even if each delivery
 * has the longest message and the ids of all rules.
 */
const DELIVERIES_AT_ONCE = 200;
/**
 * The largest number of attempts to export one evaluation to one integration. A further attempt is made if another
 * export of the same change request changed the stored progress in the meantime.
 */
const MAX_ATTEMPTS = 50;

/** An evaluation that is read once for all integrations. */
interface Evaluated {
  readonly record: EvaluationRecord;
  readonly details: EvaluationDetails;
}
type ReadEvaluated = (id: EvaluationId) => Promise<Evaluated>;

/**
 * Inserts the deliveries of a recorded evaluation for every integration. An integration is skipped if the export of a
 * later evaluation of the same request to this integration has already begun. Returns true if there is something new to
 * deliver. The call is idempotent, even after a crash at any point.
 */
export async function exportResults(needs: ExportResultsNeeds, record: EvaluationRecord): Promise<boolean> {
  const integrations = await needs.integrations.list();
  const read = reader(needs, record);
  let isNew = false;
  await forEachConcurrent(integrations, INTEGRATIONS_AT_ONCE, async ({ uuid }) => {
    if (await exportTo(needs, read, uuid, record)) isNew = true;
  });
  return isNew;
}

async function exportTo(
  needs: ExportResultsNeeds,
  read: ReadEvaluated,
  integrationUuid: string,
  { changeRequestUuid, revision, attempt }: EvaluationRecord,
): Promise<boolean> {
  let isNew = false;
  for (let retry = 0; retry < MAX_ATTEMPTS; retry += 1) {
    const last = await needs.progress.find(integrationUuid, changeRequestUuid);
    if (last && last.attempt > attempt) return isNew;
    // The previous export is incomplete: its process has crashed or is still inserting deliveries. The deliveries of
    // the previous export are inserted here. After `replace` below, the stored progress no longer refers to the
    // previous export, so no process could repeat it.
    if (last && !last.exported) {
      await insertDeliveries(needs, last, await changesOf(needs, read, last));
      isNew = true;
    }
    if (last?.attempt === attempt) return isNew;
    const before = last && { revision: last.revision, attempt: last.attempt };
    const next = { integrationUuid, changeRequestUuid, revision, attempt, before, exported: false };
    const changes = await changesOf(needs, read, next);
    const isEmpty = changes.results.length === 0;
    if (!(await needs.progress.replace({ ...next, exported: isEmpty }, last))) continue;
    if (!isEmpty) await insertDeliveries(needs, next, changes);
    return isNew || !isEmpty;
  }
  throw new Error("too many attempts of one change request are being exported at once");
}

/** The part of an evaluation that is exported. */
interface Changes {
  readonly record: EvaluationRecord;
  readonly results: readonly JudgedResult[];
}

/**
 * Returns the results to export for the evaluation to which `progress` refers. Evaluation records never change, so the
 * same `progress` always gives the same results.
 */
async function changesOf(needs: ExportResultsNeeds, read: ReadEvaluated, progress: ExportProgress): Promise<Changes> {
  const now = await read(idOf(progress, progress));
  const before = progress.before && (await read(idOf(progress, progress.before)));
  const { record, details } = now;
  const { changed, silenced } = changedResults(resultsOf(now), before && resultsOf(before));
  if (silenced.length === 0) return { record, results: changed };
  const all = await showResults(needs.contents, record, details, "All");
  const byId = new Map(all.map((result) => [result.boundaryId, result]));
  return { record, results: [...changed, ...silenced.map((was) => byId.get(was.boundaryId) ?? silencedResult(was))] };
}

async function insertDeliveries(
  { deliveries, progress, source, now }: ExportResultsNeeds,
  exporting: ExportProgress,
  { record, results }: Changes,
): Promise<void> {
  const { integrationUuid } = exporting;
  const { changeRequestId, revision, attempt } = record;
  const about = { integrationUuid, changeRequestId, revision, attempt, createdAt: now().toISOString() };
  for (let start = 0; start < results.length; start += DELIVERIES_AT_ONCE) {
    const part = results.slice(start, start + DELIVERIES_AT_ONCE).map((result) => {
      const id = deliveryId(integrationUuid, record, result.boundaryId);
      return { ...about, id, boundaryId: result.boundaryId, body: boundaryResultEvent(id, source, record, result) };
    });
    await deliveries.add(part);
  }
  await progress.markExported(exporting);
}

function resultsOf({ record, details }: Evaluated): JudgedResults {
  return { revision: record.revision, results: details.results };
}

/** Returns the result to export for a boundary that applied before and no longer applies. */
function silencedResult({ boundaryId, boundaryRevision, boundaryName, boundaryAction, platforms }: JudgedResult) {
  const boundary = {
    id: boundaryId,
    revision: boundaryRevision,
    name: boundaryName,
    action: boundaryAction,
    platforms,
  };
  return silentResult(boundary);
}

function idOf({ changeRequestUuid }: ExportProgress, { revision, attempt }: EvaluationNumber): EvaluationId {
  return { changeRequestUuid, revision, attempt };
}

function reader({ evaluations }: ExportResultsNeeds, given: EvaluationRecord): ReadEvaluated {
  const cached = new Map<string, Promise<Evaluated>>();
  async function readOne(id: EvaluationId): Promise<Evaluated> {
    const isGiven = id.attempt === given.attempt && id.revision === given.revision;
    const record = isGiven ? given : await evaluations.find(id);
    if (record === null) throw new Error("an evaluation whose results were exported is not stored");
    return { record, details: await evaluations.details(id) };
  }
  return (id) => {
    const key = evaluationIdText(id);
    const evaluated = cached.get(key) ?? readOne(id);
    cached.set(key, evaluated);
    return evaluated;
  };
}
