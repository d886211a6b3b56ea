import type { ChangeRequestInput, ChangeRequestRuleInput } from "@network-access/firewall-rules/parse-change-request";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationVerdict } from "@network-access/service-contracts/evaluation-verdict";
import type { ChangeRequest } from "../src/requests/change-request.ts";
import type { Pace } from "../src/requests/evaluation-progress.ts";
import type { ShownState } from "../src/requests/shown-state.ts";

/** Factories of test data. Every member has a default, so a test states only what matters to it. */

export const pace: Pace = {
  resendAfterMs: 30_000,
  sendsBeforeError: 10,
  slowResendMs: 300_000,
  firstRetryMs: 2_000,
  slowestRetryMs: 300_000,
};

export function aRule(members: Partial<ChangeRequestRuleInput> = {}): ChangeRequestRuleInput {
  return {
    action: "Allow",
    sources: [{ type: "Cidr", cidr: "10.0.0.0/24" }],
    destinations: [{ type: "Any" }],
    services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
    ...members,
  };
}

export function anInput(members: Partial<ChangeRequestInput> = {}): ChangeRequestInput {
  return { id: "cr-1", name: "web access", projectId: "shop", rules: [aRule()], ...members };
}

export function aChangeRequest(members: Partial<ChangeRequest> = {}): ChangeRequest {
  return {
    id: "cr-1",
    uuid: crypto.randomUUID(),
    revision: 1,
    projectId: "shop",
    name: "web access",
    rules: [
      {
        id: "rule-1",
        action: "Allow",
        sources: [{ type: "Cidr", negate: null, comparison: null, cidr: "10.0.0.0/24" }],
        destinations: [{ type: "Any", negate: null }],
        services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
        texts: { justification: "customers" },
      },
    ],
    createdAt: "2026-11-21T05:00:00.000Z",
    createdBy: "ada@example.com",
    updatedAt: "2026-11-21T05:00:00.000Z",
    updatedBy: "ada@example.com",
    verdict: null,
    evaluation: {
      wanted: 1,
      done: 0,
      retries: 0,
      sendings: 1,
      sentAt: "2026-11-21T05:00:00.000Z",
      nextSendAt: "2026-11-21T05:00:30.000Z",
    },
    ...members,
  };
}

export function aVerdict(id: EvaluationId, members: Partial<EvaluationVerdict> = {}): EvaluationVerdict {
  return {
    ...id,
    state: "Pass",
    stateReason: `attempt ${id.attempt}: all is inside "dmz" (10.0.0.0/8)`,
    stateReasonWithoutAddresses: `attempt ${id.attempt}: all is inside "dmz"`,
    score: null,
    retry: false,
    ...members,
  };
}

/** A clock that only the test advances. */
export function aClock(start = "2026-11-21T05:00:00.000Z") {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance(ms: number) {
      time += ms;
    },
  };
}

export function aShownState(members: Partial<ShownState> = {}): ShownState {
  const { id, uuid, revision, updatedAt, verdict } = aChangeRequest(members);
  return { id, uuid, revision, updatedAt, verdict };
}
