import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import type { Boundary } from "../../src/boundaries/boundary.ts";
import type { EvaluationDetails, EvaluationRecord } from "../../src/evaluations/evaluation-record.ts";
import { boundaryResultEvent } from "../../src/exports/boundary-result-event.ts";
import type { NewDelivery } from "../../src/exports/delivery.ts";
import type { ExportProgress } from "../../src/exports/export-progress-store.ts";
import type { BoundaryInputs } from "../../src/inputs/boundary-inputs.ts";
import type { Integration } from "../../src/integrations/integration.ts";
import type { SecretKeys } from "../../src/integrations/secret-keys.ts";
import type { JudgedResult } from "../../src/judging/model/judgement.ts";
import type { LatestEvaluation } from "../../src/reevaluation/latest-evaluation.ts";

/**
 * The values that the documents in documents/ contain, as this service has them in memory. Every member has a value,
 * and there is a network object of every type.
 */

const itemKey = { accountId: "acc", region: "eu", type: "vm", id: "i-1" };
const sources: NetworkObject[] = [
  { type: "Any", negate: false },
  { type: "Cidr", negate: true, comparison: "Contains", cidr: "10.0.0.0/24" },
];
const destinations: NetworkObject[] = [
  { type: "ConnectGroup", negate: false, comparison: "Equals", groupId: "web" },
  { type: "InventoryItem", negate: false, comparison: "Contains", itemKey },
];
const services: ServiceObject[] = [
  { type: "AllTCP" },
  { type: "CustomProtocol", protocol: 47 },
  { type: "ICMPv4", icmpType: 8, icmpCode: 0 },
  { type: "TCP", portStart: 443, portEnd: 445 },
];

export const rules: readonly Rule[] = [{ id: "rule-1", action: "Allow", sources, destinations, services }];

export const boundary: Boundary = {
  id: "b-1",
  uuid: "0d0d0d0d-1111-4222-8333-000000000001",
  revision: 2,
  name: "Web",
  description: "What the web may",
  action: "Score",
  enforced: true,
  score: 60,
  ruleActions: ["Allow", "Deny"],
  sources,
  destinations,
  services: [...services, { type: "PortRangeSize", maxSize: 3 }],
  partialMatch: "Fail",
  platforms: [{ name: "edge", provider: "aws", accountId: "111122223333" }],
  projectIds: ["shop"],
  message: "Ask the network team.",
  source: "policies/web",
  createdAt: "2026-11-21T05:00:00.000Z",
  createdBy: "ada@example.com",
  updatedAt: "2026-11-21T06:00:00.000Z",
  updatedBy: "grace@example.com",
};

const toMessage = (text: string) => ({ full: `${text} 10.0.0.0/24`, withoutAddresses: text });
const packet = { source: "10.0.0.1", destination: "10.1.0.1", protocol: 6, port: 443, icmpType: 8, icmpCode: 0 };
const residual = {
  blocks: [{ sources: ["10.0.0.0/24"], destinations: ["10.1.0.0/24"], services: ["TCP 443"] }],
  truncated: true,
};

const result: JudgedResult = {
  boundaryId: boundary.id,
  boundaryRevision: boundary.revision,
  boundaryName: boundary.name,
  boundaryAction: boundary.action,
  platforms: boundary.platforms,
  isMatch: true,
  score: 60,
  state: "Review",
  message: toMessage("it overlaps"),
  matchingRuleIds: ["rule-1"],
  rules: [{ ruleId: "rule-1", relation: "Overlap", failingSides: ["Source"], witness: packet, residual }],
};

const hash = "a".repeat(64);
export const details: EvaluationDetails = {
  results: [result],
  findings: [{ ruleId: "rule-1", side: "Destination", code: "EmptyGroup", message: toMessage("it is empty") }],
  resolved: [
    { groupId: "web", itemKey: null, ofRequest: true, outcome: "resolved", revision: 4, addressCount: 2, hash },
    { groupId: null, itemKey, ofRequest: false, outcome: "unknown" },
    { groupId: "db", itemKey: null, ofRequest: true, outcome: "failed", reason: "the inventory does not answer" },
  ],
};

export const boundaryInputs: BoundaryInputs = {
  boundarySetHash: "b".repeat(64),
  fingerprints: new Map([
    ["group:web", hash],
    ['item:["acc","eu","vm","i-1"]', "unknown"],
  ]),
};
export const inputsHash = "f".repeat(64);

export const record: EvaluationRecord = {
  changeRequestUuid: "0b0b0b0b-1111-4222-8333-000000000001",
  revision: 3,
  attempt: 7,
  changeRequestId: "cr-1",
  projectId: "shop",
  evaluatedAt: "2026-11-21T07:00:00.000Z",
  state: "Review",
  stateReason: toMessage("it overlaps"),
  score: 60,
  retry: false,
  scoreReviewAt: 50,
  scoreFailAt: 100,
  rulesHash: "c".repeat(64),
  boundarySetHash: boundaryInputs.boundarySetHash,
  usedBoundaries: [boundary.uuid],
  inputsHash,
  named: [
    { named: { kind: "group", reference: "group:web", groupId: "web" }, fingerprint: hash },
    { named: { kind: "item", reference: 'item:["acc","eu","vm","i-1"]', itemKey }, fingerprint: "unknown" },
  ],
  flip: toMessage("before it was Pass"),
};

export const latestEvaluation: LatestEvaluation = {
  changeRequestUuid: record.changeRequestUuid,
  changeRequestId: record.changeRequestId,
  projectId: record.projectId,
  revision: record.revision,
  attempt: record.attempt,
  firstJudgedAt: record.evaluatedAt,
  rulesHash: record.rulesHash,
  validInputsHash: inputsHash,
  named: record.named,
};

/** Seals the secrets of the committed documents. */
export const secretKeys: SecretKeys = { current: "k1", keys: new Map([["k1", Buffer.alloc(32, "k")]]) };
export const signingSecret = "whsec_c2VjcmV0";

export const integration: Integration = {
  id: "tickets",
  uuid: "0e0e0e0e-1111-4222-8333-000000000001",
  name: "Tickets",
  url: "https://tickets.example.com/hook",
  enabled: true,
  createdAt: "2026-11-21T05:00:00.000Z",
  createdBy: "ada@example.com",
  secret: {
    keyId: "k1",
    nonce: "ocExQHLnSStw/DBl",
    sealed: "jf6nKJM9UIHSjfAuwIhwGqJsZMTJIy9Lk1FvT38j",
  },
};

export const progress: ExportProgress = {
  integrationUuid: integration.uuid,
  changeRequestUuid: record.changeRequestUuid,
  revision: record.revision,
  attempt: record.attempt,
  before: { revision: 2, attempt: 6 },
  exported: true,
};

export const newDelivery: NewDelivery = {
  id: "evt_new",
  integrationUuid: integration.uuid,
  changeRequestId: record.changeRequestId,
  revision: record.revision,
  attempt: record.attempt,
  boundaryId: boundary.id,
  createdAt: "2026-11-21T07:00:01.000Z",
  body: "{}",
};

const id = "evt_parked";
const body = boundaryResultEvent(id, "/network-access", record, result);
/** The delivery with the body that every receiver gets. */
export const parkedDelivery: NewDelivery = { ...newDelivery, id, body };
