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

/** What exporting needs. */
export interface ExportResultsNeeds {
  readonly integrations: Pick<IntegrationStore, "list">;
  readonly progress: Pick<ExportProgressStore, "find" | "replace" | "markExported">;
  readonly deliveries: Pick<DeliveryStore, "add">;
  readonly evaluations: Pick<EvaluationStore, "find" | "details">;
  readonly contents: Pick<ContentStore, "read">;
  /** Names this installation in every event. */
  readonly source: string;
  now(): Date;
}

/** Integrations worked for at once. */
const INTEGRATIONS_AT_ONCE = 4;
/** Deliveries written at once; each may be as long as the longest message and its rules. */
const DELIVERIES_AT_ONCE = 200;
/** Each lost race is another's attempt that landed. */
const MAX_RACES = 50;

/** A judging as it is needed here, read once for all integrations. */
interface Judged {
  readonly record: EvaluationRecord;
  readonly details: EvaluationDetails;
}
type ReadJudged = (id: EvaluationId) => Promise<Judged>;

/**
 * Inserts what every integration has to hear of a recorded judging. Repeatable, also after a crash at any point. A
 * judging that a later one of its request overtook on the way is not exported any more. True: there is something new to
 * deliver.
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
  read: ReadJudged,
  integrationUuid: string,
  { changeRequestUuid, revision, attempt }: EvaluationRecord,
): Promise<boolean> {
  let isNew = false;
  for (let race = 0; race < MAX_RACES; race += 1) {
    const last = await needs.progress.find(integrationUuid, changeRequestUuid);
    if (last && last.attempt > attempt) return isNew;
    // Whoever advanced to it crashed, or is inserting right now; after the next step nobody would look.
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

/** What one integration has to hear of a judging. */
interface Changes {
  readonly record: EvaluationRecord;
  readonly results: readonly JudgedResult[];
}

/** Follows from records alone, which never change: whoever asks gets the same. */
async function changesOf(needs: ExportResultsNeeds, read: ReadJudged, progress: ExportProgress): Promise<Changes> {
  const now = await read(judging(progress, progress));
  const before = progress.before && (await read(judging(progress, progress.before)));
  const { record, details } = now;
  const { changed, fallenSilent } = changedResults(resultsOf(now), before && resultsOf(before));
  if (fallenSilent.length === 0) return { record, results: changed };
  const all = await showResults(needs.contents, record, details, "All");
  const byId = new Map(all.map((result) => [result.boundaryId, result]));
  return { record, results: [...changed, ...fallenSilent.map((was) => byId.get(was.boundaryId) ?? withoutPart(was))] };
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

function resultsOf({ record, details }: Judged): JudgedResults {
  return { revision: record.revision, results: details.results };
}

/** The result of a boundary that took part before and does not any more. */
function withoutPart({ boundaryId, boundaryRevision, boundaryName, boundaryAction, platforms }: JudgedResult) {
  const boundary = {
    id: boundaryId,
    revision: boundaryRevision,
    name: boundaryName,
    action: boundaryAction,
    platforms,
  };
  return silentResult(boundary);
}

function judging({ changeRequestUuid }: ExportProgress, { revision, attempt }: EvaluationNumber): EvaluationId {
  return { changeRequestUuid, revision, attempt };
}

function reader({ evaluations }: ExportResultsNeeds, given: EvaluationRecord): ReadJudged {
  const held = new Map<string, Promise<Judged>>();
  async function readOne(id: EvaluationId): Promise<Judged> {
    const isGiven = id.attempt === given.attempt && id.revision === given.revision;
    const record = isGiven ? given : await evaluations.find(id);
    if (record === null) throw new Error("a judging whose results were exported is not stored");
    return { record, details: await evaluations.details(id) };
  }
  return (id) => {
    const key = evaluationIdText(id);
    const known = held.get(key) ?? readOne(id);
    held.set(key, known);
    return known;
  };
}
