import { eventually } from "@network-access/testkit/until";
import type { GraphClient } from "./graph.ts";

const VERDICT = /* GraphQL */ `
  fragment Result on BoundaryResult {
    boundaryId boundaryName boundaryAction boundaryRevision isMatch score state message matchingRuleIds
    platforms { name provider accountId }
    rules {
      ruleId relation failingSides
      witness { source destination protocol port icmpType icmpCode }
      residual { truncated blocks { sources destinations services } }
    }
  }
`;

const SAVED = /* GraphQL */ `
  fragment Saved on ChangeRequest {
    id revision projectId parentPath name state stateReason score createdAt createdBy updatedAt updatedBy
    findings { ruleId side code message }
  }
`;

interface BoundaryResult {
  readonly boundaryId: string;
  readonly boundaryName: string;
  readonly boundaryAction: string;
  readonly boundaryRevision: number;
  readonly isMatch: boolean;
  readonly score: number | null;
  readonly state: string | null;
  readonly message: string | null;
  readonly matchingRuleIds: readonly string[] | null;
  readonly rules: readonly RuleRelation[] | null;
}
interface RuleRelation {
  readonly ruleId: string;
  readonly relation: string;
  readonly failingSides: readonly string[];
  readonly witness: Record<string, unknown> | null;
  readonly residual: {
    readonly truncated: boolean;
    readonly blocks: readonly Record<string, readonly string[]>[];
  } | null;
}
interface BoundaryPreview {
  readonly flips: readonly {
    readonly changeRequestId: string;
    readonly revision: number;
    readonly from: string;
    readonly to: string;
    readonly ruleId: string | null;
    readonly reason: string;
  }[];
  readonly flippedCount: number;
  readonly unchangedCount: number;
}
export interface Verdict {
  readonly state: string;
  readonly stateReason: string | null;
  readonly score: number | null;
  readonly results: readonly BoundaryResult[] | null;
  readonly findings: readonly Finding[] | null;
}
export interface Finding {
  readonly ruleId: string | null;
  readonly side: string | null;
  readonly code: string;
  readonly message: string;
}
export interface ChangeRequest extends Verdict {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: string;
}

/** A boundary that allows all TCP traffic to port 443. */
export const allWeb = {
  id: "all-web",
  name: "All web",
  action: "Pass",
  sources: [{ type: "Any" }],
  destinations: [{ type: "Any" }],
  services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
} as const;

/** Creates a simple rule from a CIDR to a CIDR on a TCP port. */
export const tcpRule = (source: string, destination: string, port: number) => ({
  action: "Allow",
  sources: [{ type: "Cidr", cidr: source }],
  destinations: [{ type: "Cidr", cidr: destination }],
  services: [{ type: "TCP", portStart: port, portEnd: port }],
});

/** Operations of a client on change requests and boundaries. `show` selects which results of a verdict are read. */
export function changeRequests(graph: GraphClient, show: "All" | "Touched" = "Touched") {
  const read = async (id: string) =>
    (
      await graph.get<{ changeRequest: ChangeRequest | null }>(
        `query ($id: String!) { changeRequest(id: $id) { ...Saved results(show: ${show}) { ...Result } } } ${SAVED} ${VERDICT}`,
        { id },
      )
    ).changeRequest;
  const save = async (input: object, expectedRevision?: number) =>
    (
      await graph.get<{ saveChangeRequest: ChangeRequest }>(
        `mutation ($input: ChangeRequestInput!, $expectedRevision: Int) {
          saveChangeRequest(input: $input, expectedRevision: $expectedRevision) { ...Saved }
        } ${SAVED}`,
        { input, expectedRevision },
      )
    ).saveChangeRequest;
  return {
    read,
    save,
    /**
     * Saves all `inputs`, ten at a time. If a hundred are saved at once on a slow machine, some wait for a connection to
     * the database longer than the 2 s after which a save fails.
     */
    async saveAll(inputs: readonly object[]): Promise<void> {
      for (let n = 0; n < inputs.length; n += 10) await Promise.all(inputs.slice(n, n + 10).map((one) => save(one)));
    },
    remove: (id: string) => graph.get(`mutation ($id: String!) { deleteChangeRequest(id: $id) }`, { id }),
    draft: async (input: object) =>
      (
        await graph.get<{ evaluateChangeRequest: Verdict }>(
          `query ($input: ChangeRequestInput!) {
            evaluateChangeRequest(input: $input) {
              state stateReason score findings { ruleId side code message } results(show: ${show}) { ...Result }
            }
          } ${VERDICT}`,
          { input },
        )
      ).evaluateChangeRequest,
    /** Returns the suggested rules of a draft in the form in which they can be saved. */
    suggested: async (input: object) =>
      (
        await graph.get<{ evaluateChangeRequest: { suggestedRules: readonly object[] } }>(
          `query ($input: ChangeRequestInput!) {
            evaluateChangeRequest(input: $input) { suggestedRules { action sources { ...Sent } destinations { ...Sent } services { ...Asked } } }
          }
          fragment Sent on NetworkObject { type ... on NetworkObjectCidr { cidr negate } }
          fragment Asked on ServiceObject { type ... on ServiceObjectTcp { portStart portEnd } }`,
          { input },
        )
      ).evaluateChangeRequest.suggestedRules,
    /**
     * Waits for the verdict of the newest revision. The default deadline also covers the case that the evaluation job
     * is lost and sent again.
     */
    judged: async (id: string, deadlineMs = 60_000): Promise<ChangeRequest> => {
      const found = await eventually(
        () => read(id),
        (request) => request !== null && request.state !== "Pending",
        deadlineMs,
      );
      if (!found) throw new Error(`change request ${id} does not exist`);
      return found;
    },
    saveBoundary: async (input: object) =>
      (
        await graph.get<{ saveBoundary: { id: string; revision: number; useCount: number } }>(
          `mutation ($input: BoundaryInput!) { saveBoundary(input: $input) { id revision useCount } }`,
          { input },
        )
      ).saveBoundary,
    /**
     * Returns how many requests would change their state if this boundary were saved or removed, and how many would
     * not. Also returns the first page of the requests whose state would change.
     */
    previewBoundary: async (input: object, remove = false) =>
      (
        await graph.get<{ previewBoundary: BoundaryPreview }>(
          `query ($input: BoundaryInput!, $remove: Boolean) {
            previewBoundary(input: $input, remove: $remove, limit: 200) {
              flips { changeRequestId revision from to ruleId reason } flippedCount unchangedCount
            }
          }`,
          { input, remove },
        )
      ).previewBoundary,
    useCount: async (id: string) =>
      (
        await graph.get<{ boundary: { useCount: number } | null }>(
          `query ($id: String!) { boundary(id: $id) { useCount } }`,
          { id },
        )
      ).boundary?.useCount,
    evaluation: async (id: string, revision: number) =>
      (
        await graph.get<{
          changeRequestEvaluation:
            | (Verdict & {
                revision: number;
                evaluatedAt: string;
                resolved: {
                  groupId: string | null;
                  itemKey: object | null;
                  revision: number;
                  addressCount: number;
                  hash: string;
                }[];
              })
            | null;
        }>(
          `query ($id: String!, $revision: Int!) {
            changeRequestEvaluation(id: $id, revision: $revision) {
              revision evaluatedAt state stateReason score findings { ruleId side code message }
              results(show: ${show}) { ...Result }
              resolved { groupId itemKey { accountId region type id } revision addressCount hash }
            }
          } ${VERDICT}`,
          { id, revision },
        )
      ).changeRequestEvaluation,
  };
}
