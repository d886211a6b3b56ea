import type { GraphQLResolveInfo } from 'graphql';
import type { NetworkObject as StoredNetworkObject } from '@network-access/firewall-rules/network-object';
import type { ServiceObject as StoredServiceObject } from '@network-access/firewall-rules/service-object';
import type { ChangeRequest as StoredChangeRequest } from '../requests/change-request.ts';
import type { ChangeRequestContext } from './context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
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
  /** One change request; null when the id is unknown. */
  readonly changeRequest?: Maybe<ChangeRequest>;
  /** One page of change requests, the most recently created first. Saving a change request again does not change its position. */
  readonly changeRequests: ChangeRequestPage;
};


export type QueryChangeRequestArgs = {
  id: Scalars['String']['input'];
};


export type QueryChangeRequestsArgs = {
  nextPageKey?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};

export type Mutation = {
  /** Creates a change request, or replaces the one with this id, and requests its evaluation. The state is Pending until the evaluation is done. */
  readonly saveChangeRequest: ChangeRequest;
  /** Deletes a change request and returns its id; NOT_FOUND when there is none. */
  readonly deleteChangeRequest: Scalars['String']['output'];
};


export type MutationSaveChangeRequestArgs = {
  input: ChangeRequestInput;
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteChangeRequestArgs = {
  id: Scalars['String']['input'];
};

/** A stored list of firewall rules, evaluated against the boundaries. */
export type ChangeRequest = {
  /** Chosen by the client that created it. */
  readonly id: Scalars['String']['output'];
  /** "/projects/<projectId>". */
  readonly parentPath: Scalars['String']['output'];
  /** The project it belongs to. It never changes. */
  readonly projectId: Scalars['String']['output'];
  /** Its display name. */
  readonly name: Scalars['String']['output'];
  /** Its rules, in the order sent. */
  readonly rules: ReadonlyArray<ChangeRequestRule>;
  /** The result of evaluating this revision. */
  readonly state: ChangeRequestState;
  /** What decided the state, and what to change in the request. Null while Pending. If a change of addresses or boundaries has changed the state of this revision, another sentence names that change. Without boundary:view, the reason contains no addresses except those in the request. */
  readonly stateReason?: Maybe<Scalars['String']['output']>;
  /** When it was created; RFC 3339 in UTC with milliseconds. */
  readonly createdAt: Scalars['String']['output'];
  /** Who created it: email or subject. */
  readonly createdBy: Scalars['String']['output'];
  /** When it was last saved; RFC 3339 in UTC with milliseconds. */
  readonly updatedAt: Scalars['String']['output'];
  /** Who last saved it: email or subject. */
  readonly updatedBy: Scalars['String']['output'];
  /** The sum of the scores of the matching Score boundaries. Null while Pending, and if no Score boundary is enforced. */
  readonly score?: Maybe<Scalars['Int']['output']>;
  /** The number of the revision, which every save raises. If the id of a deleted change request is used again, the numbers continue. */
  readonly revision: Scalars['Int']['output'];
  /** The id of the evaluation whose verdict the change request shows, or "none" if there is no such evaluation. */
  readonly evaluationId: Scalars['String']['output'];
};

/** One page of change requests. */
export type ChangeRequestPage = {
  /** The requests of this page, newest first. */
  readonly items: ReadonlyArray<ChangeRequest>;
  /** The position of the next page. */
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
    & GraphQLRecursivePick<FederationTypes['ChangeRequest'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ChangeRequest: ResolverTypeWrapper<StoredChangeRequest>;
  ChangeRequestPage: ResolverTypeWrapper<Omit<ChangeRequestPage, 'items'> & { items: ReadonlyArray<ResolversTypes['ChangeRequest']> }>;
  ChangeRequestState: ChangeRequestState;
  FirewallAction: FirewallAction;
  NetworkObjectType: NetworkObjectType;
  NetworkObjectCidrComparison: NetworkObjectCidrComparison;
  ServiceObjectType: ServiceObjectType;
  NetworkObject: ResolverTypeWrapper<StoredNetworkObject>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
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
  Mutation: Record<PropertyKey, never>;
  ChangeRequest: StoredChangeRequest;
  ChangeRequestPage: Omit<ChangeRequestPage, 'items'> & { items: ReadonlyArray<ResolversParentTypes['ChangeRequest']> };
  NetworkObject: StoredNetworkObject;
  Boolean: Scalars['Boolean']['output'];
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

export type QueryResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  changeRequest?: Resolver<Maybe<ResolversTypes['ChangeRequest']>, ParentType, ContextType, RequireFields<QueryChangeRequestArgs, 'id'>>;
  changeRequests?: Resolver<ResolversTypes['ChangeRequestPage'], ParentType, ContextType, Partial<QueryChangeRequestsArgs>>;
};

export type MutationResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  saveChangeRequest?: Resolver<ResolversTypes['ChangeRequest'], ParentType, ContextType, RequireFields<MutationSaveChangeRequestArgs, 'input'>>;
  deleteChangeRequest?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<MutationDeleteChangeRequestArgs, 'id'>>;
};

export type ChangeRequestResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ChangeRequest'] = ResolversParentTypes['ChangeRequest'], FederationReferenceType extends FederationReferenceTypes['ChangeRequest'] = FederationReferenceTypes['ChangeRequest']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ChangeRequest']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  parentPath?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  projectId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes['ChangeRequestRule']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ChangeRequestState'], ParentType, ContextType>;
  stateReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  evaluationId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ChangeRequestPageResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ChangeRequestPage'] = ResolversParentTypes['ChangeRequestPage']> = {
  items?: Resolver<ReadonlyArray<ResolversTypes['ChangeRequest']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type NetworkObjectResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['NetworkObject'] = ResolversParentTypes['NetworkObject']> = {
  __resolveType: TypeResolveFn<'NetworkObjectAny' | 'NetworkObjectCidr' | 'NetworkObjectConnectGroup' | 'NetworkObjectInventoryItem', ParentType, ContextType>;
};

export type NetworkObjectAnyResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['NetworkObjectAny'] = ResolversParentTypes['NetworkObjectAny']> = {
  type?: Resolver<ResolversTypes['NetworkObjectType'], ParentType, ContextType>;
  negate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NetworkObjectCidrResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['NetworkObjectCidr'] = ResolversParentTypes['NetworkObjectCidr']> = {
  type?: Resolver<ResolversTypes['NetworkObjectType'], ParentType, ContextType>;
  negate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  cidr?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comparison?: Resolver<Maybe<ResolversTypes['NetworkObjectCidrComparison']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NetworkObjectConnectGroupResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['NetworkObjectConnectGroup'] = ResolversParentTypes['NetworkObjectConnectGroup']> = {
  type?: Resolver<ResolversTypes['NetworkObjectType'], ParentType, ContextType>;
  negate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  groupId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comparison?: Resolver<Maybe<ResolversTypes['NetworkObjectCidrComparison']>, ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NetworkObjectInventoryItemResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['NetworkObjectInventoryItem'] = ResolversParentTypes['NetworkObjectInventoryItem']> = {
  type?: Resolver<ResolversTypes['NetworkObjectType'], ParentType, ContextType>;
  negate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  itemKey?: Resolver<ResolversTypes['InventoryItemKey'], ParentType, ContextType>;
  comparison?: Resolver<Maybe<ResolversTypes['NetworkObjectCidrComparison']>, ParentType, ContextType>;
  item?: Resolver<Maybe<ResolversTypes['InventoryItem']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type InventoryItemKeyResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['InventoryItemKey'] = ResolversParentTypes['InventoryItemKey']> = {
  accountId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  region?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GroupResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['Group'] = ResolversParentTypes['Group']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type InventoryItemResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['InventoryItem'] = ResolversParentTypes['InventoryItem']> = {
  accountId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  region?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ServiceObjectResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ServiceObject'] = ResolversParentTypes['ServiceObject']> = {
  __resolveType: TypeResolveFn<'ServiceObjectBase' | 'ServiceObjectCustomProtocol' | 'ServiceObjectIcmpV4' | 'ServiceObjectIcmpV6' | 'ServiceObjectTcp' | 'ServiceObjectUdp' | 'ServiceObjectPortRangeSize', ParentType, ContextType>;
};

export type ServiceObjectBaseResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ServiceObjectBase'] = ResolversParentTypes['ServiceObjectBase']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectCustomProtocolResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ServiceObjectCustomProtocol'] = ResolversParentTypes['ServiceObjectCustomProtocol']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  protocol?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectIcmpV4Resolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ServiceObjectIcmpV4'] = ResolversParentTypes['ServiceObjectIcmpV4']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  icmpType?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  icmpCode?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectIcmpV6Resolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ServiceObjectIcmpV6'] = ResolversParentTypes['ServiceObjectIcmpV6']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  icmpType?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  icmpCode?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectTcpResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ServiceObjectTcp'] = ResolversParentTypes['ServiceObjectTcp']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  portStart?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  portEnd?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectUdpResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ServiceObjectUdp'] = ResolversParentTypes['ServiceObjectUdp']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  portStart?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  portEnd?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceObjectPortRangeSizeResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ServiceObjectPortRangeSize'] = ResolversParentTypes['ServiceObjectPortRangeSize']> = {
  type?: Resolver<ResolversTypes['ServiceObjectType'], ParentType, ContextType>;
  maxSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ChangeRequestRuleResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['ChangeRequestRule'] = ResolversParentTypes['ChangeRequestRule']> = {
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

export type PageInfoResolvers<ContextType = ChangeRequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  nextPageKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = ChangeRequestContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ChangeRequest?: ChangeRequestResolvers<ContextType>;
  ChangeRequestPage?: ChangeRequestPageResolvers<ContextType>;
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

