import type { ChangeRequest } from "../../src/requests/change-request.ts";
import type { Revision } from "../../src/requests/change-request-store.ts";

/**
 * The values from which the files in documents/ were written. In `judgedRequest`, every member has a value, and every
 * type of network object occurs.
 */

export const judgedRequest: ChangeRequest = {
  id: "judged",
  uuid: "0b0b0b0b-1111-4222-8333-000000000001",
  revision: 3,
  projectId: "shop",
  name: "web access",
  rules: [
    {
      id: "rule-1",
      action: "Allow",
      sources: [
        { type: "Any", negate: false },
        { type: "Cidr", negate: true, comparison: "Contains", cidr: "10.0.0.0/24" },
      ],
      destinations: [
        { type: "ConnectGroup", negate: false, comparison: "Equals", groupId: "web" },
        {
          type: "InventoryItem",
          negate: false,
          comparison: "Contains",
          itemKey: { accountId: "acc", region: "eu", type: "vm", id: "i-1" },
        },
      ],
      services: [
        { type: "AllTCP" },
        { type: "CustomProtocol", protocol: 47 },
        { type: "ICMPv4", icmpType: 8, icmpCode: 0 },
        { type: "TCP", portStart: 443, portEnd: 445 },
      ],
      texts: {
        sourcesDescription: "text 1",
        destinationsDescription: "text 2",
        servicesDescription: "text 3",
        summary: "text 4",
        notes: "text 5",
        justification: "text 6",
        applicationName: "text 7",
        applicationOwner: "text 8",
        customer: "text 9",
        externalTicketIds: "text 10",
        emailAddresses: "text 11",
        reason: "text 12",
        existingCompensatingControls: "text 13",
        riskOwnerName: "text 14",
        riskOwnerEmail: "text 15",
        comment: "text 16",
        owner: "text 17",
        expiration: "text 18",
      },
    },
  ],
  createdAt: "2026-11-21T05:00:00.000Z",
  createdBy: "ada@example.com",
  updatedAt: "2026-11-21T06:00:00.000Z",
  updatedBy: "grace@example.com",
  verdict: {
    state: "Review",
    stateReason: "10.0.0.0/24 is not covered",
    stateReasonWithoutAddresses: "something is not covered",
    score: 60,
    attempt: 4,
  },
  evaluation: {
    wanted: 5,
    done: 4,
    retries: 1,
    sendings: 2,
    sentAt: "2026-11-21T06:00:01.000Z",
    nextSendAt: "2026-11-21T06:00:31.000Z",
  },
};

/** A change request that is saved but not evaluated yet. */
export const savedRequest: ChangeRequest = {
  ...judgedRequest,
  id: "saved",
  uuid: "0b0b0b0b-1111-4222-8333-000000000002",
  revision: 1,
  rules: [],
  createdAt: "2026-11-21T05:01:00.000Z",
  verdict: null,
  evaluation: { wanted: 1, done: 0, retries: 0, sendings: 0, sentAt: null, nextSendAt: null },
};

const revision: Revision = {
  name: "web access, again",
  rules: judgedRequest.rules.map((rule) => ({ ...rule, texts: {} })),
  updatedAt: "2026-11-21T07:00:00.000Z",
  updatedBy: "joan@example.com",
  evaluation: {
    retries: 0,
    sendings: 1,
    sentAt: "2026-11-21T07:00:00.000Z",
    nextSendAt: "2026-11-21T07:00:30.000Z",
  },
};

export const revised = {
  before: { ...savedRequest, id: "revised", uuid: "0b0b0b0b-1111-4222-8333-000000000003" },
  revision,
};

export const revisedRequest: ChangeRequest = {
  ...revised.before,
  ...revision,
  revision: 2,
  evaluation: { ...revision.evaluation, wanted: 2, done: 0 },
};
