import type { BoundaryAction, TargetPlatform } from "@network-access/firewall-rules/boundary-text";
import type { RuleSide } from "@network-access/firewall-rules/rule";

/** The states of judged requests. Pending is not among them, because it means that the request is not judged yet. */
export type JudgedState = "Pass" | "Fail" | "Review" | "Error";
export type TrafficRelation = "Disjoint" | "Overlap" | "Inside" | "Equal" | "Covers";

/**
 * One text in two forms. `withoutAddresses` is for callers who may not see boundaries. It contains no addresses except
 * the addresses in the request itself.
 */
export interface Message {
  readonly full: string;
  readonly withoutAddresses: string;
}

/** One concrete packet. `port`, `icmpType` and `icmpCode` are null if the protocol does not have them. */
export interface Packet {
  readonly source: string;
  readonly destination: string;
  readonly protocol: number;
  readonly port: number | null;
  readonly icmpType: number | null;
  readonly icmpCode: number | null;
}

/**
 * The traffic that consists of every source combined with every destination and every service. Sources and destinations
 * are lists of CIDRs that are as short as possible. A service is a text such as "tcp/22".
 */
export interface TrafficBlock {
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly services: readonly string[];
}

/**
 * Traffic as at most three disjoint blocks for each address family. `truncated` is true in two cases:
 * - The blocks contain only a part of the traffic, because all of it would have more than 1,000 CIDRs or 1,000 service
 *   texts.
 * - There are no blocks, because the results of the evaluation would be too large.
 */
export interface Traffic {
  readonly blocks: readonly TrafficBlock[];
  readonly truncated: boolean;
}

/** The relation between the traffic of one rule and the traffic of a boundary that the rule touches. */
export interface RuleRelation {
  readonly ruleId: string;
  readonly relation: TrafficRelation;
  /** The sides on which the rule's traffic reaches outside the boundary. */
  readonly failingSides: readonly RuleSide[];
  /** The lowest packet of `residual`. */
  readonly witness: Packet | null;
  /**
   * The part of the rule that lies outside a Pass or Score boundary, or inside a Fail boundary. Null if there is no
   * such part.
   */
  readonly residual: Traffic | null;
}

/** The result of one boundary for the whole request. */
export interface JudgedResult {
  readonly boundaryId: string;
  readonly boundaryRevision: number;
  readonly boundaryName: string;
  readonly boundaryAction: BoundaryAction;
  readonly platforms: readonly TargetPlatform[] | null;
  readonly isMatch: boolean;
  /**
   * The value that the boundary adds to the request's score. Null if the boundary is not a Score boundary or does not
   * match.
   */
  readonly score: number | null;
  /** The state that the boundary causes. Null if the boundary does not affect the state of the request. */
  readonly state: JudgedState | null;
  readonly message: Message | null;
  /** The ids of the rules that match the boundary, in the order of the request. */
  readonly matchingRuleIds: readonly string[];
  /**
   * The relations of the boundary to the rules of the request, in the order of the rules. Contains only rules to which
   * the boundary applies and that share traffic with it.
   */
  readonly rules: readonly RuleRelation[];
}

export type FindingCode =
  | "NoTraffic"
  | "EmptyGroup"
  | "EmptyItem"
  | "UnknownGroup"
  | "UnknownItem"
  | "Unresolvable"
  | "JointlyCovered"
  | "NotCovered"
  | "NegationAdmitsOtherFamily"
  | "RequestAsksEquals";

/** A finding about the request itself rather than one boundary. */
export interface JudgedFinding {
  readonly ruleId: string | null;
  readonly side: RuleSide | null;
  readonly code: FindingCode;
  readonly message: Message;
}

/** The result of one evaluation. */
export interface Judgement {
  readonly state: JudgedState;
  readonly stateReason: Message;
  /** Null if no Score boundary is enforced for the project. */
  readonly score: number | null;
  /** The results of the enforced boundaries that apply to the project, ordered by boundary id. */
  readonly results: readonly JudgedResult[];
  readonly findings: readonly JudgedFinding[];
  /**
   * True if a later evaluation of the same request can have another result, because a lookup failed or was not ready.
   * Only these lookups are checked: the lookups of groups and items in the rules, and in the boundaries that may share
   * traffic with a rule.
   */
  readonly retry: boolean;
}

/** Returns true if a result has a state, a match, a message or a relation. */
export function saysSomething(result: JudgedResult): boolean {
  return result.state !== null || result.isMatch || result.message !== null || result.rules.length > 0;
}
