import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import type { JudgedResult } from "../judging/model/judgement.ts";

const TYPE = "network-access.boundary-result.v1";

/**
 * Creates a CloudEvents 1.0 event in JSON from one result of an evaluation. The event contains the form of the message
 * that has no addresses, because it reaches users who manage integrations. These users may lack the permission to see
 * boundaries.
 */
export function boundaryResultEvent(
  id: string,
  source: string,
  record: EvaluationRecord,
  result: JudgedResult,
): string {
  return JSON.stringify({
    specversion: "1.0",
    id,
    source,
    type: TYPE,
    subject: record.changeRequestId,
    time: record.evaluatedAt,
    datacontenttype: "application/json",
    data: {
      changeRequestId: record.changeRequestId,
      projectId: record.projectId,
      revision: record.revision,
      attempt: record.attempt,
      changeRequestState: record.state,
      result: {
        boundaryId: result.boundaryId,
        boundaryName: result.boundaryName,
        boundaryAction: result.boundaryAction,
        boundaryRevision: result.boundaryRevision,
        state: result.state,
        isMatch: result.isMatch,
        score: result.score,
        matchingRuleIds: result.matchingRuleIds,
        platforms: result.platforms,
        message: result.message?.withoutAddresses ?? null,
      },
    },
  });
}
