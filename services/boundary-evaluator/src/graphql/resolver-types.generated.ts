import type { GraphQLResolveInfo } from 'graphql';
import type { NetworkObject as StoredNetworkObject } from '@network-access/firewall-rules/network-object';
import type { ServiceObject as StoredServiceObject } from '@network-access/firewall-rules/service-object';
import type { Boundary as StoredBoundary } from '../boundaries/boundary.ts';
import type { EvaluatedRequestView, DraftView, SavedView } from './evaluation-views.ts';
import type { EvaluatorContext } from './evaluator-context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
export type EnumResolverSignature<T, AllowedValues = any> = { [key in keyof T]?: AllowedValues };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  /** Evaluates a change request that is not stored. Stores nothing, counts no boundary use and sends no event. */
  readonly evaluateChangeRequest: ChangeRequestEvaluation;
  /** The newest evaluation of a revision, which need not be the current revision. Null if there is none. */
  readonly changeRequestEvaluation?: Maybe<SavedEvaluation>;
  /**
   * The given revision of a boundary, or the newest one. Null if that revision does not exist. A deleted boundary has no
   * newest revision.
   */
  readonly boundary?: Maybe<Boundary>;
  /** One page of the boundaries, by id. */
  readonly boundaries: BoundaryPage;
  /**
   * The stored change requests whose state would change if a boundary were saved or removed. The newest revision of each
   * request is evaluated with the current boundaries, and again with the boundary saved or removed. Nothing is stored.
   */
  readonly previewBoundary: BoundaryPreview;
  /** All integrations, by id. */
  readonly integrations: ReadonlyArray<Integration>;
  /** One page of the deliveries of one integration, newest first. */
  readonly deliveries: DeliveryPage;
};


export type QueryEvaluateChangeRequestArgs = {
  input: ChangeRequestInput;
};


export type QueryChangeRequestEvaluationArgs = {
  id: Scalars['String']['input'];
  revision: Scalars['Int']['input'];
};


export type QueryBoundaryArgs = {
  id: Scalars['String']['input'];
  revision?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryBoundariesArgs = {
  nextPageKey?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryPreviewBoundaryArgs = {
  input: BoundaryInput;
  remove?: InputMaybe<Scalars['Boolean']['input']>;
  nextPageKey?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryDeliveriesArgs = {
  integrationId: Scalars['String']['input'];
  state?: InputMaybe<DeliveryState>;
  nextPageKey?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};

export type Mutation = {
  /** Creates a boundary or replaces the one with this id. Evaluations that start after the response use it. */
  readonly saveBoundary: Boundary;
  /** Deletes a boundary and returns its id. Its revisions stay readable. */
  readonly deleteBoundary: Scalars['String']['output'];
  /** Creates an integration. If the id exists, changes the integration's name, URL and `enabled`. */
  readonly saveIntegration: IntegrationRegistration;
  /** Removes an integration with all its deliveries and returns its id. */
  readonly removeIntegration: Scalars['String']['output'];
  /** Makes a delivery due now, whatever its state. Has no effect on a delivery that is being sent. */
  readonly retryDelivery: Delivery;
};


export type MutationSaveBoundaryArgs = {
  input: BoundaryInput;
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteBoundaryArgs = {
  id: Scalars['String']['input'];
};


export type MutationSaveIntegrationArgs = {
  input: IntegrationInput;
};


export type MutationRemoveIntegrationArgs = {
  id: Scalars['String']['input'];
};


export type MutationRetryDeliveryArgs = {
  id: Scalars['String']['input'];
};

/** A stored list of firewall rules, evaluated against the boundaries. */
export type ChangeRequest = {
  /** The id of the evaluation whose verdict the change request shows, or "none" if there is no such evaluation. */
  readonly evaluationId: Scalars['String']['output'];
  /** A result for each enforced boundary that applies to the project, ordered by the boundary's id. Null while Pending. */
  readonly results?: Maybe<ReadonlyArray<BoundaryResult>>;
  /** Remarks on the request itself, independent of single boundaries. Null while Pending. */
  readonly findings?: Maybe<ReadonlyArray<Finding>>;
};


/** A stored list of firewall rules, evaluated against the boundaries. */
export type ChangeRequestResultsArgs = {
  show?: InputMaybe<ResultsShown>;
};

/** The evaluation of a draft. */
export type ChangeRequestEvaluation = {
  /** The verdict; never Pending. */
  readonly state: ChangeRequestState;
  /** One sentence: what decided the state, and what to change. */
  readonly stateReason?: Maybe<Scalars['String']['output']>;
  /** A result for each enforced boundary that applies to the project, ordered by the boundary's id. */
  readonly results?: Maybe<ReadonlyArray<BoundaryResult>>;
  /** The sum of the scores of the matching Score boundaries. Null if no Score boundary is enforced for the project. */
  readonly score?: Maybe<Scalars['Int']['output']>;
  /** Remarks on the request itself, independent of single boundaries. */
  readonly findings: ReadonlyArray<Finding>;
  /**
   * Suggested rules that would pass. If only a part of an Allow rule would pass, the list contains the largest parts of
   * this rule that would pass. A draft of all suggested rules passes. There are at most 20 rules, in the order of the
   * request's rules. The parts of a rule are ordered by size, the largest first, and the first part has the id of the
   * rule. Sources, destinations or services that were not reduced keep their objects, except groups and items without
   * addresses. Reduced sources and destinations contain only networks, and reduced services contain only services. The
   * list is empty without boundary:view, or if no part is found in time.
   */
  readonly suggestedRules: ReadonlyArray<ChangeRequestRule>;
};


/** The evaluation of a draft. */
export type ChangeRequestEvaluationResultsArgs = {
  show?: InputMaybe<ResultsShown>;
};

/** Which results a list shows. */
export type ResultsShown =
  /** One per enforced boundary that applies to the project. */
  | 'All'
  /** Only results with a state, a match, a message or a relation. */
  | 'Touched';

/** The newest evaluation of one revision. */
export type SavedEvaluation = {
  /** The revision that was evaluated. */
  readonly revision: Scalars['Int']['output'];
  /** When it was evaluated. */
  readonly evaluatedAt: Scalars['String']['output'];
  /** The verdict; never Pending. */
  readonly state: ChangeRequestState;
  /** What decided the state, and what to change, in one sentence. If the state changed without a save, a second sentence says what caused the change. */
  readonly stateReason?: Maybe<Scalars['String']['output']>;
  /** The sum of the scores of the matching Score boundaries. Null if no Score boundary applied. */
  readonly score?: Maybe<Scalars['Int']['output']>;
  /** One result per boundary that applied, by boundary id. */
  readonly results: ReadonlyArray<BoundaryResult>;
  /** Remarks on the request itself, independent of single boundaries. */
  readonly findings: ReadonlyArray<Finding>;
  /** The groups and items that the evaluation looked up, with their addresses at that time. */
  readonly resolved: ReadonlyArray<ResolvedAddresses>;
};


/** The newest evaluation of one revision. */
export type SavedEvaluationResultsArgs = {
  show?: InputMaybe<ResultsShown>;
};

/** The addresses of a group or item that an evaluation used. */
export type ResolvedAddresses = {
  /** The id of the group; null for an item. */
  readonly groupId?: Maybe<Scalars['String']['output']>;
  /** The key of the item; null for a group. */
  readonly itemKey?: Maybe<InventoryItemKey>;
  /** Raised whenever its addresses change. */
  readonly revision: Scalars['Int']['output'];
  /** The number of CIDRs in its minimal list. */
  readonly addressCount: Scalars['Int']['output'];
  /** The SHA-256 of the list of addresses, for callers who may see the list (group:view for a group, inventory:view for an item). Other callers get a digest with a key of this installation. The digest changes if the key changes. Equal lists have equal hashes and digests. */
  readonly hash: Scalars['String']['output'];
};

/** The result of one boundary for a request. */
export type BoundaryResult = {
  /** What the boundary does with what it matches. */
  readonly boundaryAction: BoundaryAction;
  /** The id of the boundary. */
  readonly boundaryId: Scalars['String']['output'];
  /** The name of the boundary. */
  readonly boundaryName: Scalars['String']['output'];
  /** Whether a rule lies inside it on every side. */
  readonly isMatch: Scalars['Boolean']['output'];
  /** What the boundary adds to the score of the request. Null unless it is a Score boundary that matches. */
  readonly score?: Maybe<Scalars['Int']['output']>;
  /** Where the boundary applies. */
  readonly platforms?: Maybe<ReadonlyArray<TargetPlatform>>;
  /** The state that this result alone causes. Null for a Score boundary, for a Pass boundary without a match, and for a boundary that no rule touches. */
  readonly state?: Maybe<ChangeRequestState>;
  /** The boundary's own message, if it has one, followed by what decided the result and what to change. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** The ids of the rules that match the boundary, in the order of the request. */
  readonly matchingRuleIds?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The revision of the boundary that applied. */
  readonly boundaryRevision: Scalars['Int']['output'];
  /** The rules that the boundary touches. Rules that are Disjoint, have an action to which the boundary does not apply, or can't be resolved are not listed. Null without boundary:view. */
  readonly rules?: Maybe<ReadonlyArray<RuleRelation>>;
};

/** How the traffic of a rule relates to the traffic of a boundary, with evidence. */
export type RuleRelation = {
  /** The rule. */
  readonly ruleId: Scalars['String']['output'];
  /** How the rule's traffic relates to the boundary's. */
  readonly relation: TrafficRelation;
  /** The sides that keep the rule from lying inside. */
  readonly failingSides: ReadonlyArray<RuleSide>;
  /**
   * A packet of the rule. For a Pass or Score boundary, the packet is outside of the boundary. For a Fail boundary, the
   * packet is inside. Null if there is no such packet.
   */
  readonly witness?: Maybe<Packet>;
  /**
   * For a Pass or Score boundary, all traffic of the rule that is outside of the boundary. For a Fail boundary, all
   * traffic of the rule that is inside. Null if there is no such traffic.
   */
  readonly residual?: Maybe<Traffic>;
};

/** How one set of traffic relates to another. */
export type TrafficRelation =
  /** They share no traffic. */
  | 'Disjoint'
  /** Rule and boundary share traffic, and each also has other traffic. */
  | 'Overlap'
  /** The rule lies inside the boundary. */
  | 'Inside'
  /** They are equal. */
  | 'Equal'
  /** The boundary lies inside the rule. */
  | 'Covers';

/** One side of a rule. */
export type RuleSide =
  /** Where the traffic comes from. */
  | 'Source'
  /** Where it goes. */
  | 'Destination'
  /** By which services. */
  | 'Service';

/**
 * A concrete packet. Of all packets that could serve as the example, the API returns the first in this order: by family
 * (IPv4 first), source, destination, protocol, and then port or ICMP type and code.
 */
export type Packet = {
  /** Its source address. */
  readonly source: Scalars['String']['output'];
  /** Its destination address. */
  readonly destination: Scalars['String']['output'];
  /** Its IP protocol number. */
  readonly protocol: Scalars['Int']['output'];
  /** Its destination port; TCP and UDP only. */
  readonly port?: Maybe<Scalars['Int']['output']>;
  /** Its ICMP type; ICMP only. */
  readonly icmpType?: Maybe<Scalars['Int']['output']>;
  /** Its ICMP code; ICMP only. */
  readonly icmpCode?: Maybe<Scalars['Int']['output']>;
};

/** A set of traffic as blocks, at most three per family. */
export type Traffic = {
  /** A block is the traffic from all its sources to all its destinations with all its services. */
  readonly blocks: ReadonlyArray<TrafficBlock>;
  /** True if the traffic is too long to be returned completely: only its beginning, or nothing, is returned. The witness and the relation are exact in any case. */
  readonly truncated: Scalars['Boolean']['output'];
};

/** Every source with every destination with every service. */
export type TrafficBlock = {
  /** Minimal CIDRs. */
  readonly sources: ReadonlyArray<Scalars['String']['output']>;
  /** Minimal CIDRs. */
  readonly destinations: ReadonlyArray<Scalars['String']['output']>;
  /** Services as texts, such as "any", "tcp/443", "udp/1024-65535", "icmp/8/0", "icmpv6/128" or "protocol/47". "icmp" stands for protocol 1 in IPv4 only. "protocol/1" and "protocol/58" stand for the protocol in IPv4 and IPv6. */
  readonly services: ReadonlyArray<Scalars['String']['output']>;
};

/** Remarks on the request itself, independent of single boundaries. */
export type Finding = {
  /** The rule; null for the whole request. */
  readonly ruleId?: Maybe<Scalars['String']['output']>;
  /** The side of the rule. */
  readonly side?: Maybe<RuleSide>;
  /** What was found. */
  readonly code: FindingCode;
  /** The finding as a sentence. */
  readonly message: Scalars['String']['output'];
};

/** What can be found in a request. */
export type FindingCode =
  /** A rule that no packet can match. */
  | 'NoTraffic'
  /** A group without addresses. */
  | 'EmptyGroup'
  /** An item without addresses. */
  | 'EmptyItem'
  /** A group that the inventory does not know. */
  | 'UnknownGroup'
  /** An item that the inventory does not know. */
  | 'UnknownItem'
  /** A group or item whose lookup failed. */
  | 'Unresolvable'
  /** An Allow rule that several Pass boundaries cover together. */
  | 'JointlyCovered'
  /** An Allow rule that the Pass boundaries do not cover. */
  | 'NotCovered'
  /** A side negates addresses of only one address family, and so contains all addresses of the other family. */
  | 'NegationAdmitsOtherFamily'
  /** A side of a rule has Equals: only Pass boundaries with exactly the same addresses on this side count. */
  | 'RequestAsksEquals';

/** A place where a boundary applies. */
export type TargetPlatform = {
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** What it is. */
  readonly provider: AccountProvider;
  /** Its account there. */
  readonly accountId: Scalars['String']['output'];
};

/** A place where a boundary applies. */
export type TargetPlatformInput = {
  /** Its name. */
  readonly name: Scalars['String']['input'];
  /** What it is. */
  readonly provider: AccountProvider;
  /** Its account there. */
  readonly accountId: Scalars['String']['input'];
};

/** What a platform is. */
export type AccountProvider =
  /** For trials. */
  | 'test'
  /** Whatever a user says it is. */
  | 'userdefined'
  /** Amazon Web Services. */
  | 'aws'
  /** Microsoft Azure. */
  | 'azure'
  /** Google Cloud. */
  | 'gcp'
  /** Oracle Cloud. */
  | 'oci'
  /** A Kubernetes cluster. */
  | 'kubernetes'
  /** VMware. */
  | 'vmware'
  /** Cisco. */
  | 'cisco'
  /** Palo Alto Networks. */
  | 'paloalto'
  /** Check Point. */
  | 'checkpoint'
  /** Fortinet. */
  | 'fortinet'
  /** The security manager. */
  | 'securitymanager'
  /** The asset manager. */
  | 'assetmanager';

/** A set of traffic. The action grants, forbids or weighs this traffic. */
export type Boundary = {
  /** Chosen by the client. */
  readonly id: Scalars['String']['output'];
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** What it is for. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** What it does with what it matches. */
  readonly action: BoundaryAction;
  /** Only enforced boundaries apply to requests. */
  readonly enforced: Scalars['Boolean']['output'];
  /** What a matching boundary adds to the score of a request. Only for boundaries with the action Score. */
  readonly score?: Maybe<Scalars['Int']['output']>;
  /** The actions of the rules it applies to. */
  readonly ruleActions: ReadonlyArray<FirewallAction>;
  /** Where its traffic comes from. */
  readonly sources: ReadonlyArray<NetworkObject>;
  /** Where its traffic goes. */
  readonly destinations: ReadonlyArray<NetworkObject>;
  /** The services of its traffic. */
  readonly services: ReadonlyArray<ServiceObject>;
  /** The state of a rule that is only partly inside this Fail boundary. */
  readonly partialMatch: PartialMatch;
  /** Where it applies. */
  readonly platforms: ReadonlyArray<TargetPlatform>;
  /** The projects it applies to; null means every project. */
  readonly projectIds?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The message to show when it matches. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** The policy folder that owns it. */
  readonly source?: Maybe<Scalars['String']['output']>;
  /** The number of saved revisions of change requests that the boundary matched. */
  readonly useCount: Scalars['Int']['output'];
  /** When it last matched a saved revision. */
  readonly lastUsedAt?: Maybe<Scalars['String']['output']>;
  /** Raised by every save. */
  readonly revision: Scalars['Int']['output'];
  /** When it was created. */
  readonly createdAt: Scalars['String']['output'];
  /** Who created it. */
  readonly createdBy: Scalars['String']['output'];
  /** When it was last saved. */
  readonly updatedAt: Scalars['String']['output'];
  /** Who last saved it. */
  readonly updatedBy: Scalars['String']['output'];
};

/** What a boundary does with what it matches. */
export type BoundaryAction =
  /** Allows it. */
  | 'Pass'
  /** Forbids it. */
  | 'Fail'
  /** Adds a score. */
  | 'Score';

/** The state that a Fail boundary causes for a rule that is only partly inside the boundary. */
export type PartialMatch =
  /** Needs a review. */
  | 'Review'
  /** Forbidden too. */
  | 'Fail';

/** A boundary to save. */
export type BoundaryInput = {
  /** Chosen by the client: 1..256 characters. */
  readonly id: Scalars['String']['input'];
  /** 1..512 characters. */
  readonly name: Scalars['String']['input'];
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** What it does with what it matches. */
  readonly action: BoundaryAction;
  /** Only enforced boundaries apply to requests. */
  readonly enforced?: InputMaybe<Scalars['Boolean']['input']>;
  /** What a matching boundary adds to the score of a request. Required for the action Score, and refused for all others. */
  readonly score?: InputMaybe<Scalars['Int']['input']>;
  /** The actions of the rules to which the boundary applies. The list must not be empty. */
  readonly ruleActions?: InputMaybe<ReadonlyArray<FirewallAction>>;
  /** Where its traffic comes from; at least one object. */
  readonly sources: ReadonlyArray<NetworkObjectInput>;
  /** Where its traffic goes; at least one object. */
  readonly destinations: ReadonlyArray<NetworkObjectInput>;
  /** The services of its traffic; at least one object. */
  readonly services: ReadonlyArray<ServiceObjectInput>;
  /** The state of a rule that is only partly inside this Fail boundary. */
  readonly partialMatch?: InputMaybe<PartialMatch>;
  /** Where it applies. */
  readonly platforms?: InputMaybe<ReadonlyArray<TargetPlatformInput>>;
  /**
   * The projects to which the boundary applies. The list must not be empty. If it is absent, the boundary applies to every
   * project.
   */
  readonly projectIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The message to show when it matches. */
  readonly message?: InputMaybe<Scalars['String']['input']>;
  /** The policy folder that owns it; absent means none. */
  readonly source?: InputMaybe<Scalars['String']['input']>;
};

/** One page of boundaries, by id. */
export type BoundaryPage = {
  /** The boundaries. */
  readonly items: ReadonlyArray<Boundary>;
  /** The key of the next page. */
  readonly pageInfo: PageInfo;
};

/** The effect of an edit of a boundary on the stored change requests. */
export type BoundaryPreview = {
  /** One page of the change requests whose state would change, ordered by id. */
  readonly flips: ReadonlyArray<VerdictFlip>;
  /** How many would change their state. */
  readonly flippedCount: Scalars['Int']['output'];
  /** How many would keep their state. */
  readonly unchangedCount: Scalars['Int']['output'];
  /** The key of the next page of flips. */
  readonly pageInfo: PageInfo;
};

/** A stored change request whose state would change if the previewed edit (saving or removing a boundary) were made. */
export type VerdictFlip = {
  /** The id of the change request. */
  readonly changeRequestId: Scalars['String']['output'];
  /** Its newest revision, which was evaluated. */
  readonly revision: Scalars['Int']['output'];
  /** Its state without the edit; never Pending. */
  readonly from: ChangeRequestState;
  /** Its state with the edit; never Pending. */
  readonly to: ChangeRequestState;
  /** The rule that decides the new state. If no rule is refused after the edit, this is the rule that decided the old state. Null if no single rule decides. */
  readonly ruleId?: Maybe<Scalars['String']['output']>;
  /** The state reason that the change request would have. */
  readonly reason: Scalars['String']['output'];
};

/** A receiver of results of change requests, as signed events. */
export type Integration = {
  /** Chosen by the client. */
  readonly id: Scalars['String']['output'];
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** The URL of the receiver, as it was sent. */
  readonly url: Scalars['String']['output'];
  /** Events wait while this is false. */
  readonly enabled: Scalars['Boolean']['output'];
  /** When it was created. */
  readonly createdAt: Scalars['String']['output'];
  /** Who created it. */
  readonly createdBy: Scalars['String']['output'];
};

/** An integration to save. */
export type IntegrationInput = {
  /** Chosen by the client: 1..256 characters. */
  readonly id: Scalars['String']['input'];
  /** 1..512 characters. */
  readonly name: Scalars['String']['input'];
  /** An https URL of up to 2,048 characters that leads to a public address. */
  readonly url: Scalars['String']['input'];
  /** Events wait while this is false. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A saved integration, and its signing secret if the integration is new. */
export type IntegrationRegistration = {
  /** The saved integration. */
  readonly integration: Integration;
  /** The signing secret, shown only once; null for an existing integration. */
  readonly secret?: Maybe<Scalars['String']['output']>;
};

/** The state of a delivery. */
export type DeliveryState =
  /** Waits for its first or next attempt. */
  | 'Waiting'
  /** The receiver acknowledged it. */
  | 'Delivered'
  /** All attempts have failed, by default within about a day. The delivery is sent again only after retryDelivery. */
  | 'Parked';

/** One event for one integration: the result of one boundary in one evaluation. */
export type Delivery = {
  /** The id of the event. Every attempt sends this id in the header `webhook-id`. */
  readonly id: Scalars['String']['output'];
  /** The change request that was evaluated. */
  readonly changeRequestId: Scalars['String']['output'];
  /** Its revision. */
  readonly revision: Scalars['Int']['output'];
  /** The number of the evaluation. All evaluations of a change request, from its creation to its deletion, are counted from 1. */
  readonly attempt: Scalars['Int']['output'];
  /** The boundary of the result. */
  readonly boundaryId: Scalars['String']['output'];
  /** Its state. */
  readonly state: DeliveryState;
  /** The number of attempts. */
  readonly attempts: Scalars['Int']['output'];
  /** The problem of the last attempt; null if there is none. */
  readonly lastError?: Maybe<Scalars['String']['output']>;
  /** The time of the next attempt; null unless the delivery is Waiting. */
  readonly nextAttemptAt?: Maybe<Scalars['String']['output']>;
  /** When the receiver acknowledged it; null unless it did. */
  readonly deliveredAt?: Maybe<Scalars['String']['output']>;
};

/** One page of deliveries, newest first. */
export type DeliveryPage = {
  /** The deliveries. */
  readonly items: ReadonlyArray<Delivery>;
  /** The key of the next page. */
  readonly pageInfo: PageInfo;
};

/** The result of an evaluation, for a change request, for a draft, or for one boundary. */
export type ChangeRequestState =
  /** Pass boundaries cover every Allow rule completely, and no reason for another state applies. */
  | 'Pass'
  /** This revision is not evaluated yet. */
  | 'Pending'
  /**
   * A boundary forbids a rule, or a part of a rule if the boundary's partialMatch is Fail, or the score reaches the
   * failing threshold.
   */
  | 'Fail'
  /** A person has to decide: a rule is partly forbidden or not covered, a group or item in a rule has no addresses, or the score reaches the review threshold. */
  | 'Review'
  /** The evaluation failed: a group or item in a rule is unknown, its addresses could not be resolved, or a rule contains no traffic. */
  | 'Error';

/** What a rule does with its traffic. */
export type FirewallAction =
  /** Lets the traffic through. */
  | 'Allow'
  /** Stops the traffic. */
  | 'Deny';

/** What a source or destination is. */
export type NetworkObjectType =
  /** Every IPv4 and IPv6 address. */
  | 'Any'
  /** The addresses of one CIDR. */
  | 'Cidr'
  /** The addresses of the members of a group. */
  | 'ConnectGroup'
  /** The addresses of one inventory item. */
  | 'InventoryItem';

/**
 * How an object of a boundary is compared with the sources or destinations of a request. If one of the request's sources
 * has Equals, a Pass boundary counts only if its sources are exactly the same addresses as the request's sources. The same
 * applies to destinations. Fail and Score boundaries ignore Equals in requests.
 */
export type NetworkObjectCidrComparison =
  /** The addresses of the boundary must contain all addresses of the request's sources or destinations. */
  | 'Contains'
  /** The boundary's addresses must be strictly equal to the request's. */
  | 'Equals';

/** What a service is. */
export type ServiceObjectType =
  /** Every type and code of ICMP in IPv4. */
  | 'AllICMPv4'
  /** Every type and code of ICMP in IPv6. */
  | 'AllICMPv6'
  /** TCP to every port, 0 included. */
  | 'AllTCP'
  /** Every protocol. */
  | 'AllTraffic'
  /** UDP to every port, 0 included. */
  | 'AllUDP'
  /** One IP protocol by number, in both families. */
  | 'CustomProtocol'
  /** One type and code of ICMP in IPv4. */
  | 'ICMPv4'
  /** One type and code of ICMP in IPv6. */
  | 'ICMPv6'
  /** TCP to a range of destination ports. */
  | 'TCP'
  /** UDP to a range of destination ports. */
  | 'UDP'
  /** In boundaries only: admits ranges of consecutive TCP or UDP ports up to a maximum length. */
  | 'PortRangeSize';

/** A source or destination of a rule or boundary. */
export type NetworkObject = {
  /** Its kind. */
  readonly type: NetworkObjectType;
  /** True removes the addresses from the sources or destinations, instead of adding them. */
  readonly negate?: Maybe<Scalars['Boolean']['output']>;
};

/** Every IPv4 and IPv6 address. */
export type NetworkObjectAny = NetworkObject & {
  /** Its kind. */
  readonly type: NetworkObjectType;
  /** True removes the addresses from the sources or destinations, instead of adding them. */
  readonly negate?: Maybe<Scalars['Boolean']['output']>;
};

/** The addresses of one CIDR. */
export type NetworkObjectCidr = NetworkObject & {
  /** Its kind. */
  readonly type: NetworkObjectType;
  /** True removes the addresses from the sources or destinations, instead of adding them. */
  readonly negate?: Maybe<Scalars['Boolean']['output']>;
  /** The canonical CIDR, always with a prefix length ("10.0.0.5/32"). IPv6 follows RFC 5952. */
  readonly cidr: Scalars['String']['output'];
  /** As sent; null means Contains. */
  readonly comparison?: Maybe<NetworkObjectCidrComparison>;
};

/** The addresses of the members of a group. */
export type NetworkObjectConnectGroup = NetworkObject & {
  /** Its kind. */
  readonly type: NetworkObjectType;
  /** True removes the addresses from the sources or destinations, instead of adding them. */
  readonly negate?: Maybe<Scalars['Boolean']['output']>;
  /** The id of the group. */
  readonly groupId: Scalars['String']['output'];
  /** As sent; null means Contains. */
  readonly comparison?: Maybe<NetworkObjectCidrComparison>;
  /** The group, or null if it does not exist. Its existence is checked only if a field other than the id is selected. */
  readonly group?: Maybe<Group>;
};

/** The addresses of one inventory item. */
export type NetworkObjectInventoryItem = NetworkObject & {
  /** Its kind. */
  readonly type: NetworkObjectType;
  /** True removes the addresses from the sources or destinations, instead of adding them. */
  readonly negate?: Maybe<Scalars['Boolean']['output']>;
  /** The key of the item. */
  readonly itemKey: InventoryItemKey;
  /** As sent; null means Contains. */
  readonly comparison?: Maybe<NetworkObjectCidrComparison>;
  /** The item, or null if it does not exist. Its existence is checked only if a field that is not part of the key is selected. */
  readonly item?: Maybe<InventoryItem>;
};

/** What identifies an inventory item. */
export type InventoryItemKey = {
  /** The account's internal id, not the cloud provider's. */
  readonly accountId: Scalars['String']['output'];
  /** The region within the account. */
  readonly region: Scalars['String']['output'];
  /** The type of the resource. */
  readonly type: Scalars['String']['output'];
  /** The id of the resource within account, region and type. */
  readonly id: Scalars['String']['output'];
};

/** Items that a filter selects. The addresses of the group are the addresses of these items. Needs group:view. */
export type Group = {
  /** Chosen by the client. */
  readonly id: Scalars['String']['output'];
};

/** One resource in the network: a cloud resource such as a virtual machine or a storage bucket, or an asset on premises. Needs inventory:view. */
export type InventoryItem = {
  /** The account's internal id, not the cloud provider's. */
  readonly accountId: Scalars['String']['output'];
  /** The region within the account. */
  readonly region: Scalars['String']['output'];
  /** The type of the resource. */
  readonly type: Scalars['String']['output'];
  /** The id of the resource within account, region and type. */
  readonly id: Scalars['String']['output'];
};

/** A service of a rule or boundary. */
export type ServiceObject = {
  /** Its kind. */
  readonly type: ServiceObjectType;
};

/** A service without parameters: AllICMPv4, AllICMPv6, AllTCP, AllTraffic or AllUDP. */
export type ServiceObjectBase = ServiceObject & {
  /** Its kind. */
  readonly type: ServiceObjectType;
};

/** One IP protocol by number, in both families. */
export type ServiceObjectCustomProtocol = ServiceObject & {
  /** Its kind. */
  readonly type: ServiceObjectType;
  /** 0..255. */
  readonly protocol: Scalars['Int']['output'];
};

/** One type and code of ICMP in IPv4. */
export type ServiceObjectIcmpV4 = ServiceObject & {
  /** Its kind. */
  readonly type: ServiceObjectType;
  /** 0..255. */
  readonly icmpType: Scalars['Int']['output'];
  /** 0..255. */
  readonly icmpCode: Scalars['Int']['output'];
};

/** One type and code of ICMP in IPv6. */
export type ServiceObjectIcmpV6 = ServiceObject & {
  /** Its kind. */
  readonly type: ServiceObjectType;
  /** 0..255. */
  readonly icmpType: Scalars['Int']['output'];
  /** 0..255. */
  readonly icmpCode: Scalars['Int']['output'];
};

/** TCP to a range of destination ports. */
export type ServiceObjectTcp = ServiceObject & {
  /** Its kind. */
  readonly type: ServiceObjectType;
  /** First port, 0..65535. */
  readonly portStart: Scalars['Int']['output'];
  /** Last port, included. */
  readonly portEnd: Scalars['Int']['output'];
};

/** UDP to a range of destination ports. */
export type ServiceObjectUdp = ServiceObject & {
  /** Its kind. */
  readonly type: ServiceObjectType;
  /** First port, 0..65535. */
  readonly portStart: Scalars['Int']['output'];
  /** Last port, included. */
  readonly portEnd: Scalars['Int']['output'];
};

/** In boundaries only: contains the ports of a rule that are in a run of at most `maxSize` contiguous TCP or UDP ports. */
export type ServiceObjectPortRangeSize = ServiceObject & {
  /** Its kind. */
  readonly type: ServiceObjectType;
  /** Ports in a run, at most; 1..65536. */
  readonly maxSize: Scalars['Int']['output'];
};

/** One firewall rule of a change request. */
export type ChangeRequestRule = {
  /** Unique in the request. */
  readonly id?: Maybe<Scalars['String']['output']>;
  /** What the rule does with its traffic. */
  readonly action: FirewallAction;
  /** Where the traffic comes from. */
  readonly sources: ReadonlyArray<NetworkObject>;
  /** Free text about the sources. */
  readonly sourcesDescription?: Maybe<Scalars['String']['output']>;
  /** Where it goes. */
  readonly destinations: ReadonlyArray<NetworkObject>;
  /** Free text about the destinations. */
  readonly destinationsDescription?: Maybe<Scalars['String']['output']>;
  /** The services it allows or denies. */
  readonly services: ReadonlyArray<ServiceObject>;
  /** Free text about the services. */
  readonly servicesDescription?: Maybe<Scalars['String']['output']>;
  /** The rule in a line. */
  readonly summary?: Maybe<Scalars['String']['output']>;
  /** Notes. */
  readonly notes?: Maybe<Scalars['String']['output']>;
  /** Business justification. */
  readonly justification?: Maybe<Scalars['String']['output']>;
  /** The application that needs it. */
  readonly applicationName?: Maybe<Scalars['String']['output']>;
  /** Who owns the application. */
  readonly applicationOwner?: Maybe<Scalars['String']['output']>;
  /** The customer it is for. */
  readonly customer?: Maybe<Scalars['String']['output']>;
  /** Tickets in other systems. */
  readonly externalTicketIds?: Maybe<Scalars['String']['output']>;
  /** Comma-separated e-mail addresses of involved parties; not parsed. */
  readonly emailAddresses?: Maybe<Scalars['String']['output']>;
  /** Why the current access is insufficient. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** Controls that already lessen the risk. */
  readonly existingCompensatingControls?: Maybe<Scalars['String']['output']>;
  /** Who carries the risk. */
  readonly riskOwnerName?: Maybe<Scalars['String']['output']>;
  /** The risk owner's e-mail address. */
  readonly riskOwnerEmail?: Maybe<Scalars['String']['output']>;
  /** A comment. */
  readonly comment?: Maybe<Scalars['String']['output']>;
  /** Who owns the rule. */
  readonly owner?: Maybe<Scalars['String']['output']>;
  /** When the rule should expire, as free text or a date. The text is not parsed. */
  readonly expiration?: Maybe<Scalars['String']['output']>;
};

/** What identifies an inventory item. */
export type InventoryItemKeyInput = {
  /** The account's internal id, not the cloud provider's. */
  readonly accountId: Scalars['String']['input'];
  /** The region within the account. */
  readonly region: Scalars['String']['input'];
  /** The type of the resource. */
  readonly type: Scalars['String']['input'];
  /** The id of the resource within account, region and type. */
  readonly id: Scalars['String']['input'];
};

/** A source or destination. This input has the members of all types. A member that does not belong to the given type is refused. */
export type NetworkObjectInput = {
  /** Its kind. */
  readonly type: NetworkObjectType;
  /** Not with Any. Absent means Contains. */
  readonly comparison?: InputMaybe<NetworkObjectCidrComparison>;
  /** True removes the addresses from the sources or destinations, instead of adding them. */
  readonly negate?: InputMaybe<Scalars['Boolean']['input']>;
  /** With Cidr: a CIDR without host bits, or a bare address. */
  readonly cidr?: InputMaybe<Scalars['String']['input']>;
  /** With ConnectGroup: the id of the group. */
  readonly groupId?: InputMaybe<Scalars['String']['input']>;
  /** With InventoryItem: the key of the item. */
  readonly itemKey?: InputMaybe<InventoryItemKeyInput>;
};

/** A service. This input has the members of all types. A member that does not belong to the given type is refused. */
export type ServiceObjectInput = {
  /** Its kind. */
  readonly type: ServiceObjectType;
  /** With CustomProtocol: 0..255. */
  readonly protocol?: InputMaybe<Scalars['Int']['input']>;
  /** With ICMPv4 and ICMPv6: 0..255. */
  readonly icmpType?: InputMaybe<Scalars['Int']['input']>;
  /** With ICMPv4 and ICMPv6: 0..255. */
  readonly icmpCode?: InputMaybe<Scalars['Int']['input']>;
  /** With TCP and UDP: the first port, 0..65535. */
  readonly portStart?: InputMaybe<Scalars['Int']['input']>;
  /** With TCP and UDP: the last port, not below portStart. */
  readonly portEnd?: InputMaybe<Scalars['Int']['input']>;
  /** With PortRangeSize, in boundaries only: 1..65536. */
  readonly maxSize?: InputMaybe<Scalars['Int']['input']>;
};

/** One requested firewall rule. */
export type ChangeRequestRuleInput = {
  /** Unique in the request. If it is absent, the server sets an id such as "rule-1". */
  readonly id?: InputMaybe<Scalars['String']['input']>;
  /** What the rule does with its traffic. */
  readonly action: FirewallAction;
  /** Where the traffic comes from; at least one object. */
  readonly sources: ReadonlyArray<NetworkObjectInput>;
  /** Free text about the sources. */
  readonly sourcesDescription?: InputMaybe<Scalars['String']['input']>;
  /** Where it goes; at least one object. */
  readonly destinations: ReadonlyArray<NetworkObjectInput>;
  /** Free text about the destinations. */
  readonly destinationsDescription?: InputMaybe<Scalars['String']['input']>;
  /** The services that the rule allows or denies; at least one object. */
  readonly services: ReadonlyArray<ServiceObjectInput>;
  /** Free text about the services. */
  readonly servicesDescription?: InputMaybe<Scalars['String']['input']>;
  /** The rule in a line. */
  readonly summary?: InputMaybe<Scalars['String']['input']>;
  /** Notes. */
  readonly notes?: InputMaybe<Scalars['String']['input']>;
  /** Business justification. */
  readonly justification?: InputMaybe<Scalars['String']['input']>;
  /** The application that needs it. */
  readonly applicationName?: InputMaybe<Scalars['String']['input']>;
  /** Who owns the application. */
  readonly applicationOwner?: InputMaybe<Scalars['String']['input']>;
  /** The customer it is for. */
  readonly customer?: InputMaybe<Scalars['String']['input']>;
  /** Tickets in other systems. */
  readonly externalTicketIds?: InputMaybe<Scalars['String']['input']>;
  /** Comma-separated e-mail addresses of involved parties; not parsed. */
  readonly emailAddresses?: InputMaybe<Scalars['String']['input']>;
  /** Why the current access is insufficient. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** Controls that already lessen the risk. */
  readonly existingCompensatingControls?: InputMaybe<Scalars['String']['input']>;
  /** Who carries the risk. */
  readonly riskOwnerName?: InputMaybe<Scalars['String']['input']>;
  /** The risk owner's e-mail address. */
  readonly riskOwnerEmail?: InputMaybe<Scalars['String']['input']>;
  /** A comment. */
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** Who owns the rule. */
  readonly owner?: InputMaybe<Scalars['String']['input']>;
  /** When the rule should expire, as free text or a date. The text is not parsed. */
  readonly expiration?: InputMaybe<Scalars['String']['input']>;
};

/** A change request to save or to evaluate as a draft. */
export type ChangeRequestInput = {
  /** Chosen by the client: 1..256 characters. */
  readonly id: Scalars['String']['input'];
  /** 1..512 characters. */
  readonly name: Scalars['String']['input'];
  /**
   * The project that the change request belongs to, 1..256 characters. It cannot be changed after the change request is
   * created.
   */
  readonly projectId: Scalars['String']['input'];
  /** 1..1,000 rules with at most 10,000 objects in all. */
  readonly rules: ReadonlyArray<ChangeRequestRuleInput>;
};

/** The position of the next page. */
export type PageInfo = {
  /** The argument `nextPageKey` for the next page. Null if this is the last page. The key is opaque, and stays valid while entries are added. */
  readonly nextPageKey?: Maybe<Scalars['String']['output']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  ChangeRequest: ChangeRequest;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  ChangeRequest:
    ( { __typename: 'ChangeRequest' }
    & GraphQLRecursivePick<FederationTypes['ChangeRequest'], {"evaluationId":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ChangeRequest: ResolverTypeWrapper<EvaluatedRequestView>;
  ChangeRequestEvaluation: ResolverTypeWrapper<DraftView>;
  ResultsShown: ResultsShown;
  SavedEvaluation: ResolverTypeWrapper<SavedView>;
  ResolvedAddresses: ResolverTypeWrapper<ResolvedAddresses>;
  BoundaryResult: ResolverTypeWrapper<Omit<BoundaryResult, 'platforms'> & { platforms?: Maybe<ReadonlyArray<ResolversTypes['TargetPlatform']>> }>;
  RuleRelation: ResolverTypeWrapper<RuleRelation>;
  TrafficRelation: TrafficRelation;
  RuleSide: RuleSide;
  Packet: ResolverTypeWrapper<Packet>;
  Traffic: ResolverTypeWrapper<Traffic>;
  TrafficBlock: ResolverTypeWrapper<TrafficBlock>;
  Finding: ResolverTypeWrapper<Finding>;
  FindingCode: FindingCode;
  TargetPlatform: ResolverTypeWrapper<Omit<TargetPlatform, 'provider'> & { provider: ResolversTypes['AccountProvider'] }>;
  TargetPlatformInput: TargetPlatformInput;
  AccountProvider: ResolverTypeWrapper<string>;
  Boundary: ResolverTypeWrapper<StoredBoundary>;
  BoundaryAction: BoundaryAction;
  PartialMatch: PartialMatch;
  BoundaryInput: BoundaryInput;
  BoundaryPage: ResolverTypeWrapper<Omit<BoundaryPage, 'items'> & { items: ReadonlyArray<ResolversTypes['Boundary']> }>;
  BoundaryPreview: ResolverTypeWrapper<BoundaryPreview>;
  VerdictFlip: ResolverTypeWrapper<VerdictFlip>;
  Integration: ResolverTypeWrapper<Integration>;
  IntegrationInput: IntegrationInput;
  IntegrationRegistration: ResolverTypeWrapper<IntegrationRegistration>;
  DeliveryState: DeliveryState;
  Delivery: ResolverTypeWrapper<Delivery>;
  DeliveryPage: ResolverTypeWrapper<DeliveryPage>;
  ChangeRequestState: ChangeRequestState;
  FirewallAction: FirewallAction;
  NetworkObjectType: NetworkObjectType;
  NetworkObjectCidrComparison: NetworkObjectCidrComparison;
  ServiceObjectType: ServiceObjectType;
  NetworkObject: ResolverTypeWrapper<StoredNetworkObject>;
  NetworkObjectAny: ResolverTypeWrapper<NetworkObjectAny>;
  NetworkObjectCidr: ResolverTypeWrapper<NetworkObjectCidr>;
  NetworkObjectConnectGroup: ResolverTypeWrapper<NetworkObjectConnectGroup>;
  NetworkObjectInventoryItem: ResolverTypeWrapper<NetworkObjectInventoryItem>;
  InventoryItemKey: ResolverTypeWrapper<InventoryItemKey>;
  Group: ResolverTypeWrapper<Group>;
  InventoryItem: ResolverTypeWrapper<InventoryItem>;
  ServiceObject: ResolverTypeWrapper<StoredServiceObject>;
  ServiceObjectBase: ResolverTypeWrapper<ServiceObjectBase>;
  ServiceObjectCustomProtocol: ResolverTypeWrapper<ServiceObjectCustomProtocol>;
  ServiceObjectIcmpV4: ResolverTypeWrapper<ServiceObjectIcmpV4>;
  ServiceObjectIcmpV6: ResolverTypeWrapper<ServiceObjectIcmpV6>;
  ServiceObjectTcp: ResolverTypeWrapper<ServiceObjectTcp>;
  ServiceObjectUdp: ResolverTypeWrapper<ServiceObjectUdp>;
  ServiceObjectPortRangeSize: ResolverTypeWrapper<ServiceObjectPortRangeSize>;
  ChangeRequestRule: ResolverTypeWrapper<Omit<ChangeRequestRule, 'sources' | 'destinations' | 'services'> & { sources: ReadonlyArray<ResolversTypes['NetworkObject']>, destinations: ReadonlyArray<ResolversTypes['NetworkObject']>, services: ReadonlyArray<ResolversTypes['ServiceObject']> }>;
  InventoryItemKeyInput: InventoryItemKeyInput;
  NetworkObjectInput: NetworkObjectInput;
  ServiceObjectInput: ServiceObjectInput;
  ChangeRequestRuleInput: ChangeRequestRuleInput;
  ChangeRequestInput: ChangeRequestInput;
  PageInfo: ResolverTypeWrapper<PageInfo>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  Boolean: Scalars['Boolean']['output'];
  Mutation: Record<PropertyKey, never>;
  ChangeRequest: EvaluatedRequestView;
  ChangeRequestEvaluation: DraftView;
  SavedEvaluation: SavedView;
  ResolvedAddresses: ResolvedAddresses;
  BoundaryResult: Omit<BoundaryResult, 'platforms'> & { platforms?: Maybe<ReadonlyArray<ResolversParentTypes['TargetPlatform']>> };
  RuleRelation: RuleRelation;
  Packet: Packet;
  Traffic: Traffic;
  TrafficBlock: TrafficBlock;
  Finding: Finding;
  TargetPlatform: TargetPlatform;
  TargetPlatformInput: TargetPlatformInput;
  Boundary: StoredBoundary;
  BoundaryInput: BoundaryInput;
  BoundaryPage: Omit<BoundaryPage, 'items'> & { items: ReadonlyArray<ResolversParentTypes['Boundary']> };
  BoundaryPreview: BoundaryPreview;
  VerdictFlip: VerdictFlip;
  Integration: Integration;
  IntegrationInput: IntegrationInput;
  IntegrationRegistration: IntegrationRegistration;
  Delivery: Delivery;
  DeliveryPage: DeliveryPage;
  NetworkObject: StoredNetworkObject;
  NetworkObjectAny: NetworkObjectAny;
  NetworkObjectCidr: NetworkObjectCidr;
  NetworkObjectConnectGroup: NetworkObjectConnectGroup;
  NetworkObjectInventoryItem: NetworkObjectInventoryItem;
  InventoryItemKey: InventoryItemKey;
  Group: Group;
  InventoryItem: InventoryItem;
  ServiceObject: StoredServiceObject;
  ServiceObjectBase: ServiceObjectBase;
  ServiceObjectCustomProtocol: ServiceObjectCustomProtocol;
  ServiceObjectIcmpV4: ServiceObjectIcmpV4;
  ServiceObjectIcmpV6: ServiceObjectIcmpV6;
  ServiceObjectTcp: ServiceObjectTcp;
  ServiceObjectUdp: ServiceObjectUdp;
  ServiceObjectPortRangeSize: ServiceObjectPortRangeSize;
  ChangeRequestRule: Omit<ChangeRequestRule, 'sources' | 'destinations' | 'services'> & { sources: ReadonlyArray<ResolversParentTypes['NetworkObject']>, destinations: ReadonlyArray<ResolversParentTypes['NetworkObject']>, services: ReadonlyArray<ResolversParentTypes['ServiceObject']> };
  InventoryItemKeyInput: InventoryItemKeyInput;
  NetworkObjectInput: NetworkObjectInput;
  ServiceObjectInput: ServiceObjectInput;
  ChangeRequestRuleInput: ChangeRequestRuleInput;
  ChangeRequestInput: ChangeRequestInput;
  PageInfo: PageInfo;
};

export type QueryResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  evaluateChangeRequest?: Resolver<ResolversTypes['ChangeRequestEvaluation'], ParentType, ContextType, RequireFields<QueryEvaluateChangeRequestArgs, 'input'>>;
  changeRequestEvaluation?: Resolver<Maybe<ResolversTypes['SavedEvaluation']>, ParentType, ContextType, RequireFields<QueryChangeRequestEvaluationArgs, 'id' | 'revision'>>;
  boundary?: Resolver<Maybe<ResolversTypes['Boundary']>, ParentType, ContextType, RequireFields<QueryBoundaryArgs, 'id'>>;
  boundaries?: Resolver<ResolversTypes['BoundaryPage'], ParentType, ContextType, Partial<QueryBoundariesArgs>>;
  previewBoundary?: Resolver<ResolversTypes['BoundaryPreview'], ParentType, ContextType, RequireFields<QueryPreviewBoundaryArgs, 'input' | 'remove'>>;
  integrations?: Resolver<ReadonlyArray<ResolversTypes['Integration']>, ParentType, ContextType>;
  deliveries?: Resolver<ResolversTypes['DeliveryPage'], ParentType, ContextType, RequireFields<QueryDeliveriesArgs, 'integrationId'>>;
};

export type MutationResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  saveBoundary?: Resolver<ResolversTypes['Boundary'], ParentType, ContextType, RequireFields<MutationSaveBoundaryArgs, 'input'>>;
  deleteBoundary?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<MutationDeleteBoundaryArgs, 'id'>>;
  saveIntegration?: Resolver<ResolversTypes['IntegrationRegistration'], ParentType, ContextType, RequireFields<MutationSaveIntegrationArgs, 'input'>>;
  removeIntegration?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<MutationRemoveIntegrationArgs, 'id'>>;
  retryDelivery?: Resolver<ResolversTypes['Delivery'], ParentType, ContextType, RequireFields<MutationRetryDeliveryArgs, 'id'>>;
};

export type ChangeRequestResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ChangeRequest'] = ResolversParentTypes['ChangeRequest'], FederationReferenceType extends FederationReferenceTypes['ChangeRequest'] = FederationReferenceTypes['ChangeRequest']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ChangeRequest']> | FederationReferenceType, FederationReferenceType, ContextType>;
  evaluationId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  results?: Resolver<Maybe<ReadonlyArray<ResolversTypes['BoundaryResult']>>, ParentType, ContextType, RequireFields<ChangeRequestResultsArgs, 'show'>>;
  findings?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Finding']>>, ParentType, ContextType>;
};

export type ChangeRequestEvaluationResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ChangeRequestEvaluation'] = ResolversParentTypes['ChangeRequestEvaluation']> = {
  state?: Resolver<ResolversTypes['ChangeRequestState'], ParentType, ContextType>;
  stateReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  results?: Resolver<Maybe<ReadonlyArray<ResolversTypes['BoundaryResult']>>, ParentType, ContextType, RequireFields<ChangeRequestEvaluationResultsArgs, 'show'>>;
  score?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['Finding']>, ParentType, ContextType>;
  suggestedRules?: Resolver<ReadonlyArray<ResolversTypes['ChangeRequestRule']>, ParentType, ContextType>;
};

export type SavedEvaluationResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['SavedEvaluation'] = ResolversParentTypes['SavedEvaluation']> = {
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ChangeRequestState'], ParentType, ContextType>;
  stateReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  results?: Resolver<ReadonlyArray<ResolversTypes['BoundaryResult']>, ParentType, ContextType, RequireFields<SavedEvaluationResultsArgs, 'show'>>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['Finding']>, ParentType, ContextType>;
  resolved?: Resolver<ReadonlyArray<ResolversTypes['ResolvedAddresses']>, ParentType, ContextType>;
};

export type ResolvedAddressesResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ResolvedAddresses'] = ResolversParentTypes['ResolvedAddresses']> = {
  groupId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  itemKey?: Resolver<Maybe<ResolversTypes['InventoryItemKey']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  addressCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BoundaryResultResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['BoundaryResult'] = ResolversParentTypes['BoundaryResult']> = {
  boundaryAction?: Resolver<ResolversTypes['BoundaryAction'], ParentType, ContextType>;
  boundaryId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  boundaryName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isMatch?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  platforms?: Resolver<Maybe<ReadonlyArray<ResolversTypes['TargetPlatform']>>, ParentType, ContextType>;
  state?: Resolver<Maybe<ResolversTypes['ChangeRequestState']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  matchingRuleIds?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  boundaryRevision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rules?: Resolver<Maybe<ReadonlyArray<ResolversTypes['RuleRelation']>>, ParentType, ContextType>;
};

export type RuleRelationResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['RuleRelation'] = ResolversParentTypes['RuleRelation']> = {
  ruleId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  relation?: Resolver<ResolversTypes['TrafficRelation'], ParentType, ContextType>;
  failingSides?: Resolver<ReadonlyArray<ResolversTypes['RuleSide']>, ParentType, ContextType>;
  witness?: Resolver<Maybe<ResolversTypes['Packet']>, ParentType, ContextType>;
  residual?: Resolver<Maybe<ResolversTypes['Traffic']>, ParentType, ContextType>;
};

export type PacketResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Packet'] = ResolversParentTypes['Packet']> = {
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  destination?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  protocol?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  icmpType?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  icmpCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type TrafficResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Traffic'] = ResolversParentTypes['Traffic']> = {
  blocks?: Resolver<ReadonlyArray<ResolversTypes['TrafficBlock']>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TrafficBlockResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['TrafficBlock'] = ResolversParentTypes['TrafficBlock']> = {
  sources?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  destinations?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  services?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type FindingResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Finding'] = ResolversParentTypes['Finding']> = {
  ruleId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  side?: Resolver<Maybe<ResolversTypes['RuleSide']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['FindingCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TargetPlatformResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['TargetPlatform'] = ResolversParentTypes['TargetPlatform']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  provider?: Resolver<ResolversTypes['AccountProvider'], ParentType, ContextType>;
  accountId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AccountProviderResolvers = EnumResolverSignature<{ test?: any, userdefined?: any, aws?: any, azure?: any, gcp?: any, oci?: any, kubernetes?: any, vmware?: any, cisco?: any, paloalto?: any, checkpoint?: any, fortinet?: any, securitymanager?: any, assetmanager?: any }, ResolversTypes['AccountProvider']>;

export type BoundaryResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Boundary'] = ResolversParentTypes['Boundary']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  action?: Resolver<ResolversTypes['BoundaryAction'], ParentType, ContextType>;
  enforced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  ruleActions?: Resolver<ReadonlyArray<ResolversTypes['FirewallAction']>, ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['NetworkObject']>, ParentType, ContextType>;
  destinations?: Resolver<ReadonlyArray<ResolversTypes['NetworkObject']>, ParentType, ContextType>;
  services?: Resolver<ReadonlyArray<ResolversTypes['ServiceObject']>, ParentType, ContextType>;
  partialMatch?: Resolver<ResolversTypes['PartialMatch'], ParentType, ContextType>;
  platforms?: Resolver<ReadonlyArray<ResolversTypes['TargetPlatform']>, ParentType, ContextType>;
  projectIds?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  useCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BoundaryPageResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['BoundaryPage'] = ResolversParentTypes['BoundaryPage']> = {
  items?: Resolver<ReadonlyArray<ResolversTypes['Boundary']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type BoundaryPreviewResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['BoundaryPreview'] = ResolversParentTypes['BoundaryPreview']> = {
  flips?: Resolver<ReadonlyArray<ResolversTypes['VerdictFlip']>, ParentType, ContextType>;
  flippedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unchangedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type VerdictFlipResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['VerdictFlip'] = ResolversParentTypes['VerdictFlip']> = {
  changeRequestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['ChangeRequestState'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['ChangeRequestState'], ParentType, ContextType>;
  ruleId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IntegrationResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Integration'] = ResolversParentTypes['Integration']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IntegrationRegistrationResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['IntegrationRegistration'] = ResolversParentTypes['IntegrationRegistration']> = {
  integration?: Resolver<ResolversTypes['Integration'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DeliveryResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Delivery'] = ResolversParentTypes['Delivery']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  changeRequestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  attempt?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  boundaryId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DeliveryState'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  deliveredAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DeliveryPageResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['DeliveryPage'] = ResolversParentTypes['DeliveryPage']> = {
  items?: Resolver<ReadonlyArray<ResolversTypes['Delivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type NetworkObjectResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['NetworkObject'] = ResolversParentTypes['NetworkObject']> = {
  __resolveType: TypeResolveFn<'NetworkObjectAny' | 'NetworkObjectCidr' | 'NetworkObjectConnectGroup' | 'NetworkObjectInventoryItem', ParentType, ContextType>;
};

export type NetworkObjectAnyResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['NetworkObjectAny'] = ResolversParentTypes['NetworkObjectAny']> = {
  type?: Resolver<ResolversTypes['NetworkObjectType'], ParentType, ContextType>;
  negate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NetworkObjectCidrResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['NetworkObjectCidr'] = ResolversParentTypes['NetworkObjectCidr']> = {
  type?: Resolver<ResolversTypes['NetworkObjectType'], ParentType, ContextType>;
  negate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  cidr?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comparison?: Resolver<Maybe<ResolversTypes['NetworkObjectCidrComparison']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NetworkObjectConnectGroupResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['NetworkObjectConnectGroup'] = ResolversParentTypes['NetworkObjectConnectGroup']> = {
  type?: Resolver<ResolversTypes['NetworkObjectType'], ParentType, ContextType>;
  negate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  groupId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comparison?: Resolver<Maybe<ResolversTypes['NetworkObjectCidrComparison']>, ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NetworkObjectInventoryItemResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['NetworkObjectInventoryItem'] = ResolversParentTypes['NetworkObjectInventoryItem']> = {
  type?: Resolver<ResolversTypes['NetworkObjectType'], ParentType, ContextType>;
  negate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  itemKey?: Resolver<ResolversTypes['InventoryItemKey'], ParentType, ContextType>;
  comparison?: Resolver<Maybe<ResolversTypes['NetworkObjectCidrComparison']>, ParentType, ContextType>;
  item?: Resolver<Maybe<ResolversTypes['InventoryItem']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type InventoryItemKeyResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['InventoryItemKey'] = ResolversParentTypes['InventoryItemKey']> = {
  accountId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  region?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GroupResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['Group'] = ResolversParentTypes['Group']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type InventoryItemResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['InventoryItem'] = ResolversParentTypes['InventoryItem']> = {
  accountId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  region?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ServiceObjectResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ServiceObject'] = ResolversParentTypes['ServiceObject']> = {
  __resolveType: TypeResolveFn<'ServiceObjectBase' | 'ServiceObjectCustomProtocol' | 'ServiceObjectIcmpV4' | 'ServiceObjectIcmpV6' | 'ServiceObjectTcp' | 'ServiceObjectUdp' | 'ServiceObjectPortRangeSize', ParentType, ContextType>;
};

export type ServiceObjectBaseResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ServiceObjectBase'] = ResolversParentTypes['ServiceObjectBase']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectCustomProtocolResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ServiceObjectCustomProtocol'] = ResolversParentTypes['ServiceObjectCustomProtocol']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  protocol?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectIcmpV4Resolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ServiceObjectIcmpV4'] = ResolversParentTypes['ServiceObjectIcmpV4']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  icmpType?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  icmpCode?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectIcmpV6Resolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ServiceObjectIcmpV6'] = ResolversParentTypes['ServiceObjectIcmpV6']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  icmpType?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  icmpCode?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectTcpResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ServiceObjectTcp'] = ResolversParentTypes['ServiceObjectTcp']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  portStart?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  portEnd?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectUdpResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ServiceObjectUdp'] = ResolversParentTypes['ServiceObjectUdp']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  portStart?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  portEnd?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectPortRangeSizeResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ServiceObjectPortRangeSize'] = ResolversParentTypes['ServiceObjectPortRangeSize']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  maxSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ChangeRequestRuleResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['ChangeRequestRule'] = ResolversParentTypes['ChangeRequestRule']> = {
  id?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  action?: Resolver<ResolversTypes['FirewallAction'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['NetworkObject']>, ParentType, ContextType>;
  sourcesDescription?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  destinations?: Resolver<ReadonlyArray<ResolversTypes['NetworkObject']>, ParentType, ContextType>;
  destinationsDescription?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  services?: Resolver<ReadonlyArray<ResolversTypes['ServiceObject']>, ParentType, ContextType>;
  servicesDescription?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  summary?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  justification?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  applicationName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  applicationOwner?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  customer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  externalTicketIds?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  emailAddresses?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  existingCompensatingControls?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  riskOwnerName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  riskOwnerEmail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiration?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = EvaluatorContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  nextPageKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = EvaluatorContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ChangeRequest?: ChangeRequestResolvers<ContextType>;
  ChangeRequestEvaluation?: ChangeRequestEvaluationResolvers<ContextType>;
  SavedEvaluation?: SavedEvaluationResolvers<ContextType>;
  ResolvedAddresses?: ResolvedAddressesResolvers<ContextType>;
  BoundaryResult?: BoundaryResultResolvers<ContextType>;
  RuleRelation?: RuleRelationResolvers<ContextType>;
  Packet?: PacketResolvers<ContextType>;
  Traffic?: TrafficResolvers<ContextType>;
  TrafficBlock?: TrafficBlockResolvers<ContextType>;
  Finding?: FindingResolvers<ContextType>;
  TargetPlatform?: TargetPlatformResolvers<ContextType>;
  AccountProvider?: AccountProviderResolvers;
  Boundary?: BoundaryResolvers<ContextType>;
  BoundaryPage?: BoundaryPageResolvers<ContextType>;
  BoundaryPreview?: BoundaryPreviewResolvers<ContextType>;
  VerdictFlip?: VerdictFlipResolvers<ContextType>;
  Integration?: IntegrationResolvers<ContextType>;
  IntegrationRegistration?: IntegrationRegistrationResolvers<ContextType>;
  Delivery?: DeliveryResolvers<ContextType>;
  DeliveryPage?: DeliveryPageResolvers<ContextType>;
  NetworkObject?: NetworkObjectResolvers<ContextType>;
  NetworkObjectAny?: NetworkObjectAnyResolvers<ContextType>;
  NetworkObjectCidr?: NetworkObjectCidrResolvers<ContextType>;
  NetworkObjectConnectGroup?: NetworkObjectConnectGroupResolvers<ContextType>;
  NetworkObjectInventoryItem?: NetworkObjectInventoryItemResolvers<ContextType>;
  InventoryItemKey?: InventoryItemKeyResolvers<ContextType>;
  Group?: GroupResolvers<ContextType>;
  InventoryItem?: InventoryItemResolvers<ContextType>;
  ServiceObject?: ServiceObjectResolvers<ContextType>;
  ServiceObjectBase?: ServiceObjectBaseResolvers<ContextType>;
  ServiceObjectCustomProtocol?: ServiceObjectCustomProtocolResolvers<ContextType>;
  ServiceObjectIcmpV4?: ServiceObjectIcmpV4Resolvers<ContextType>;
  ServiceObjectIcmpV6?: ServiceObjectIcmpV6Resolvers<ContextType>;
  ServiceObjectTcp?: ServiceObjectTcpResolvers<ContextType>;
  ServiceObjectUdp?: ServiceObjectUdpResolvers<ContextType>;
  ServiceObjectPortRangeSize?: ServiceObjectPortRangeSizeResolvers<ContextType>;
  ChangeRequestRule?: ChangeRequestRuleResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
};

