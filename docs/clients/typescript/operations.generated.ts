/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A change request to save or to evaluate as a draft. */
export type ChangeRequestInput = {
  /** Chosen by the client: 1..256 characters. */
  readonly id: string;
  /** 1..512 characters. */
  readonly name: string;
  /**
   * The project that the change request belongs to, 1..256 characters. It cannot be changed after the change request is
   * created.
   */
  readonly projectId: string;
  /** 1..1,000 rules with at most 10,000 objects in all. */
  readonly rules: ReadonlyArray<ChangeRequestRuleInput>;
};

/** One requested firewall rule. */
export type ChangeRequestRuleInput = {
  /** What the rule does with its traffic. */
  readonly action: FirewallAction;
  /** The application that needs it. */
  readonly applicationName?: string | null | undefined;
  /** Who owns the application. */
  readonly applicationOwner?: string | null | undefined;
  /** A comment. */
  readonly comment?: string | null | undefined;
  /** The customer it is for. */
  readonly customer?: string | null | undefined;
  /** Where it goes; at least one object. */
  readonly destinations: ReadonlyArray<NetworkObjectInput>;
  /** Free text about the destinations. */
  readonly destinationsDescription?: string | null | undefined;
  /** Comma-separated e-mail addresses of involved parties; not parsed. */
  readonly emailAddresses?: string | null | undefined;
  /** Controls that already lessen the risk. */
  readonly existingCompensatingControls?: string | null | undefined;
  /** When the rule should expire, as free text or a date. The text is not parsed. */
  readonly expiration?: string | null | undefined;
  /** Tickets in other systems. */
  readonly externalTicketIds?: string | null | undefined;
  /** Unique in the request. If it is absent, the server sets an id such as "rule-1". */
  readonly id?: string | null | undefined;
  /** Business justification. */
  readonly justification?: string | null | undefined;
  /** Notes. */
  readonly notes?: string | null | undefined;
  /** Who owns the rule. */
  readonly owner?: string | null | undefined;
  /** Why the current access is insufficient. */
  readonly reason?: string | null | undefined;
  /** The risk owner's e-mail address. */
  readonly riskOwnerEmail?: string | null | undefined;
  /** Who carries the risk. */
  readonly riskOwnerName?: string | null | undefined;
  /** The services that the rule allows or denies; at least one object. */
  readonly services: ReadonlyArray<ServiceObjectInput>;
  /** Free text about the services. */
  readonly servicesDescription?: string | null | undefined;
  /** Where the traffic comes from; at least one object. */
  readonly sources: ReadonlyArray<NetworkObjectInput>;
  /** Free text about the sources. */
  readonly sourcesDescription?: string | null | undefined;
  /** The rule in a line. */
  readonly summary?: string | null | undefined;
};

/** The result of an evaluation, for a change request, for a draft, or for one boundary. */
export type ChangeRequestState =
  /** The evaluation failed: a group or item in a rule is unknown, its addresses could not be resolved, or a rule contains no traffic. */
  | 'Error'
  /**
   * A boundary forbids a rule, or a part of a rule if the boundary's partialMatch is Fail, or the score reaches the
   * failing threshold.
   */
  | 'Fail'
  /** Pass boundaries cover every Allow rule completely, and no reason for another state applies. */
  | 'Pass'
  /** This revision is not evaluated yet. */
  | 'Pending'
  /** A person has to decide: a rule is partly forbidden or not covered, a group or item in a rule has no addresses, or the score reaches the review threshold. */
  | 'Review';

/** What can be found in a request. */
export type FindingCode =
  /** A group without addresses. */
  | 'EmptyGroup'
  /** An item without addresses. */
  | 'EmptyItem'
  /** An Allow rule that several Pass boundaries cover together. */
  | 'JointlyCovered'
  /** A side negates addresses of only one address family, and so contains all addresses of the other family. */
  | 'NegationAdmitsOtherFamily'
  /** A rule that no packet can match. */
  | 'NoTraffic'
  /** An Allow rule that the Pass boundaries do not cover. */
  | 'NotCovered'
  /** A side of a rule has Equals: only Pass boundaries with exactly the same addresses on this side count. */
  | 'RequestAsksEquals'
  /** A group that the inventory does not know. */
  | 'UnknownGroup'
  /** An item that the inventory does not know. */
  | 'UnknownItem'
  /** A group or item whose lookup failed. */
  | 'Unresolvable';

/** What a rule does with its traffic. */
export type FirewallAction =
  /** Lets the traffic through. */
  | 'Allow'
  /** Stops the traffic. */
  | 'Deny';

/** What identifies an inventory item. */
export type InventoryItemKeyInput = {
  /** The account's internal id, not the cloud provider's. */
  readonly accountId: string;
  /** The id of the resource within account, region and type. */
  readonly id: string;
  /** The region within the account. */
  readonly region: string;
  /** The type of the resource. */
  readonly type: string;
};

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

/** A source or destination. This input has the members of all types. A member that does not belong to the given type is refused. */
export type NetworkObjectInput = {
  /** With Cidr: a CIDR without host bits, or a bare address. */
  readonly cidr?: string | null | undefined;
  /** Not with Any. Absent means Contains. */
  readonly comparison?: NetworkObjectCidrComparison | null | undefined;
  /** With ConnectGroup: the id of the group. */
  readonly groupId?: string | null | undefined;
  /** With InventoryItem: the key of the item. */
  readonly itemKey?: InventoryItemKeyInput | null | undefined;
  /** True removes the addresses from the sources or destinations, instead of adding them. */
  readonly negate?: boolean | null | undefined;
  /** Its kind. */
  readonly type: NetworkObjectType;
};

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

/** One side of a rule. */
export type RuleSide =
  /** Where it goes. */
  | 'Destination'
  /** By which services. */
  | 'Service'
  /** Where the traffic comes from. */
  | 'Source';

/** A service. This input has the members of all types. A member that does not belong to the given type is refused. */
export type ServiceObjectInput = {
  /** With ICMPv4 and ICMPv6: 0..255. */
  readonly icmpCode?: number | null | undefined;
  /** With ICMPv4 and ICMPv6: 0..255. */
  readonly icmpType?: number | null | undefined;
  /** With PortRangeSize, in boundaries only: 1..65536. */
  readonly maxSize?: number | null | undefined;
  /** With TCP and UDP: the last port, not below portStart. */
  readonly portEnd?: number | null | undefined;
  /** With TCP and UDP: the first port, 0..65535. */
  readonly portStart?: number | null | undefined;
  /** With CustomProtocol: 0..255. */
  readonly protocol?: number | null | undefined;
  /** Its kind. */
  readonly type: ServiceObjectType;
};

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
  /** In boundaries only: admits ranges of consecutive TCP or UDP ports up to a maximum length. */
  | 'PortRangeSize'
  /** TCP to a range of destination ports. */
  | 'TCP'
  /** UDP to a range of destination ports. */
  | 'UDP';

export type DraftQueryVariables = Exact<{
  input: ChangeRequestInput;
}>;


export type DraftQuery = { readonly evaluateChangeRequest: { readonly state: ChangeRequestState, readonly stateReason: string | null, readonly findings: ReadonlyArray<{ readonly code: FindingCode, readonly ruleId: string | null, readonly side: RuleSide | null, readonly message: string }> } };

export type SaveMutationVariables = Exact<{
  input: ChangeRequestInput;
}>;


export type SaveMutation = { readonly saveChangeRequest: { readonly id: string, readonly revision: number, readonly state: ChangeRequestState } };

export type VerdictQueryVariables = Exact<{
  id: string;
}>;


export type VerdictQuery = { readonly changeRequest: { readonly revision: number, readonly state: ChangeRequestState, readonly stateReason: string | null, readonly findings: ReadonlyArray<{ readonly code: FindingCode, readonly ruleId: string | null, readonly side: RuleSide | null, readonly message: string }> | null, readonly results: ReadonlyArray<{ readonly boundaryName: string, readonly state: ChangeRequestState | null, readonly message: string | null }> | null } | null };

export type PageQueryVariables = Exact<{
  nextPageKey?: string | null | undefined;
  limit: number;
}>;


export type PageQuery = { readonly changeRequests: { readonly items: ReadonlyArray<{ readonly id: string, readonly name: string, readonly state: ChangeRequestState, readonly updatedAt: string }>, readonly pageInfo: { readonly nextPageKey: string | null } } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const DraftDocument = new TypedDocumentString(`
    query Draft($input: ChangeRequestInput!) {
  evaluateChangeRequest(input: $input) {
    state
    stateReason
    findings {
      code
      ruleId
      side
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DraftQuery, DraftQueryVariables>;
export const SaveDocument = new TypedDocumentString(`
    mutation Save($input: ChangeRequestInput!) {
  saveChangeRequest(input: $input) {
    id
    revision
    state
  }
}
    `) as unknown as TypedDocumentString<SaveMutation, SaveMutationVariables>;
export const VerdictDocument = new TypedDocumentString(`
    query Verdict($id: String!) {
  changeRequest(id: $id) {
    revision
    state
    stateReason
    findings {
      code
      ruleId
      side
      message
    }
    results(show: Touched) {
      boundaryName
      state
      message
    }
  }
}
    `) as unknown as TypedDocumentString<VerdictQuery, VerdictQueryVariables>;
export const PageDocument = new TypedDocumentString(`
    query Page($nextPageKey: String, $limit: Int!) {
  changeRequests(nextPageKey: $nextPageKey, limit: $limit) {
    items {
      id
      name
      state
      updatedAt
    }
    pageInfo {
      nextPageKey
    }
  }
}
    `) as unknown as TypedDocumentString<PageQuery, PageQueryVariables>;