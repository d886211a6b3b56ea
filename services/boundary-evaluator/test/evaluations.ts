import { createHash } from "node:crypto";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import { admittedBoundaries } from "../src/boundaries/admitted-boundaries.ts";
import type { Boundary } from "../src/boundaries/boundary.ts";
import type { SavedChangeRequest } from "../src/evaluations/change-request-source.ts";
import { type EvaluateSavedNeeds, evaluateSaved } from "../src/evaluations/evaluate-saved.ts";
import type { EvaluationDetails, EvaluationRecord } from "../src/evaluations/evaluation-record.ts";
import { findFlip } from "../src/evaluations/find-flip.ts";
import { finishEvaluation } from "../src/evaluations/finish-evaluation.ts";
import { inMemoryEvaluationStore } from "../src/evaluations/in-memory-evaluation-store.ts";
import { inMemoryUseLedger } from "../src/evaluations/in-memory-use-ledger.ts";
import { exportResults } from "../src/exports/export-results.ts";
import { inMemoryDeliveryStore } from "../src/exports/in-memory-delivery-store.ts";
import { inMemoryExportProgressStore } from "../src/exports/in-memory-export-progress-store.ts";
import type { EvaluatedRequest, EvaluationInputs } from "../src/inputs/collect-inputs.ts";
import { inMemoryBoundaryInputsStore } from "../src/inputs/in-memory-boundary-inputs-store.ts";
import { inMemoryContentStore } from "../src/inputs/in-memory-content-store.ts";
import { inMemoryIntegrationStore } from "../src/integrations/in-memory-integration-store.ts";
import { createInlineJudge } from "../src/judge-threads/judge-inline.ts";
import { namedReferences } from "../src/judging/model/named-reference.ts";
import type { Resolution, Resolved } from "../src/judging/model/resolved.ts";
import { inMemoryLatestEvaluationStore } from "../src/reevaluation/in-memory-latest-evaluation-store.ts";
import { aRule } from "./boundaries.ts";

/** Returns the lookup result of a group or item with these addresses. */
export function holding(...cidrs: readonly string[]): Resolved {
  const hash = createHash("sha256").update(cidrs.join("\n")).digest("hex");
  if (cidrs.length === 0) return { outcome: "empty", revision: 1, hash };
  return { outcome: "resolved", addresses: addressSetOfTexts(cidrs), revision: 1, hash, addressCount: cidrs.length };
}

/** The inputs of a request with these boundaries. */
export function inputsFrom(
  boundaries: readonly Boundary[],
  request: EvaluatedRequest,
  resolution: Resolution = new Map(),
): EvaluationInputs {
  const admitted = admittedBoundaries({ boundaries }, request.projectId);
  const references = [...namedReferences(request.rules), ...admitted.references];
  return {
    admitted,
    references: [...new Map(references.map((named) => [named.reference, named])).values()],
    resolution,
  };
}

export function aSavedRequest(rules: readonly Rule[] = [aRule()], revision = 1): SavedChangeRequest {
  return { changeRequestUuid: "0b0b0b0b-1111-4222-8333-444444444444", revision, id: "cr-1", projectId: "shop", rules };
}

export function aRecord(members: Partial<EvaluationRecord> = {}): EvaluationRecord {
  return {
    changeRequestUuid: "0b0b0b0b-1111-4222-8333-444444444444",
    revision: 1,
    attempt: 1,
    changeRequestId: "cr-1",
    projectId: "shop",
    evaluatedAt: "2026-11-21T05:00:00.000Z",
    state: "Pass",
    stateReason: { full: "All is inside 10.0.0.0/8.", withoutAddresses: "All is inside." },
    score: null,
    retry: false,
    scoreReviewAt: null,
    scoreFailAt: null,
    rulesHash: "r".repeat(64),
    boundarySetHash: "b".repeat(64),
    usedBoundaries: [],
    inputsHash: "f".repeat(64),
    named: [],
    flip: null,
    ...members,
  };
}

export function someDetails(members: Partial<EvaluationDetails> = {}): EvaluationDetails {
  return { results: [], findings: [], resolved: [], ...members };
}

/**
 * Returns the worker's operations and their in-memory stores. The operations call `crash` with the name of each step
 * that they reach, such as "before uses". `crash` may throw to simulate a crash at this step.
 */
export function aWorker(
  boundaries: readonly Boundary[],
  request: SavedChangeRequest | null,
  { resolution = new Map(), crash = () => undefined }: { resolution?: Resolution; crash?: (step: string) => void } = {},
) {
  const evaluations = inMemoryEvaluationStore();
  const contents = inMemoryContentStore();
  const ledger = inMemoryUseLedger();
  const boundaryInputsStore = inMemoryBoundaryInputsStore();
  const latestEvaluations = inMemoryLatestEvaluationStore();
  const notified: EvaluationId[] = [];
  const integrations = inMemoryIntegrationStore();
  const deliveries = inMemoryDeliveryStore();
  const progress = inMemoryExportProgressStore();
  const thresholds = { scoreReviewAt: null, scoreFailAt: null };
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 10, 21, 5, minutes++));
  const inline = createInlineJudge({});
  const finish = (record: EvaluationRecord, rules: readonly Rule[] | null = null) =>
    finishEvaluation(
      {
        ledger: {
          async add(uses) {
            crash("before uses");
            await ledger.add(uses);
            crash("after uses");
          },
        },
        evaluations: {
          async markFinished(id) {
            await evaluations.markFinished(id);
            crash("after mark");
          },
        },
        latestEvaluations,
        async exportResults(record) {
          crash("before exports");
          await exportResults(
            { integrations, progress, deliveries, evaluations, contents, source: "/test", now },
            record,
          );
          crash("after exports");
        },
        async notifyOwner(id) {
          crash("before notification");
          notified.push(id);
          return true;
        },
      },
      record,
      rules,
    );
  const needs: EvaluateSavedNeeds = {
    changeRequests: { read: async () => request },
    collectInputs: async (wanted: EvaluatedRequest) => inputsFrom(boundaries, wanted, resolution),
    judge: inline,
    evaluations: {
      find: evaluations.find,
      findSettledBefore: evaluations.findSettledBefore,
      async insert(record: EvaluationRecord, details: EvaluationDetails) {
        crash("before record");
        const inserted = await evaluations.insert(record, details);
        crash("after record");
        return inserted;
      },
    },
    contents,
    boundaryInputsStore,
    findFlip: (previous, wanted, inputs, judgement) =>
      findFlip({ evaluations, contents, boundaries: { find: async () => null } }, previous, wanted, inputs, judgement),
    thresholds,
    now,
    finish,
  };
  return {
    evaluations,
    contents,
    ledger,
    notified,
    latestEvaluations,
    boundaryInputsStore,
    integrations,
    deliveries,
    finish,
    evaluate: (attempt = 1, revision = request?.revision ?? 1) =>
      evaluateSaved(needs, { changeRequestUuid: request?.changeRequestUuid ?? crypto.randomUUID(), revision, attempt }),
  };
}
