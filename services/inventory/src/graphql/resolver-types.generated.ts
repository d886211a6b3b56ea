import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Connector as StoredConnector } from '../connectors/connector-store.ts';
import type { FeedToken as StoredFeedToken } from '../feeds/feed-token-store.ts';
import type { Group as StoredGroup } from '../groups/group.ts';
import type { GroupPreview as ComputedGroupPreview } from '../groups/preview-group.ts';
import type { ReadItem } from './read-item.ts';
import type { InventoryContext } from './context.ts';
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
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  /** One page of the items that match a query. The index is about a second behind the database. Needs inventory:view. */
  readonly inventoryItemsSearch: InventoryItemSearchPage;
  /** The types of items, sorted. If there are more than 10,000 types, only the most frequent ones are returned. Needs inventory:view. */
  readonly inventoryTypeNames: ReadonlyArray<InventoryItemType>;
  /** One item, always current. An unknown key is NOT_FOUND. Needs inventory:view. */
  readonly inventoryItem: InventoryItem;
  /** One group, or null when there is none. Needs group:view. */
  readonly group?: Maybe<Group>;
  /** Groups in order of their ids. Needs group:view. */
  readonly groups: GroupPage;
  /** The members that a group with this filter would have now. Nothing is stored. If the filter selects too much for a preview, the error is UPSTREAM_TIMEOUT. An unknown groupId is NOT_FOUND. Needs group:view. */
  readonly previewGroup: GroupPreview;
  /** All registered connectors, in order of their ids. Needs connector:manage. */
  readonly connectors: ReadonlyArray<Connector>;
};


export type QueryInventoryItemsSearchArgs = {
  query?: InputMaybe<Scalars['String']['input']>;
  sort?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryInventoryItemArgs = {
  accountId: Scalars['String']['input'];
  region: Scalars['String']['input'];
  type: Scalars['String']['input'];
  id: Scalars['String']['input'];
};


export type QueryGroupArgs = {
  id: Scalars['String']['input'];
};


export type QueryGroupsArgs = {
  nextPageKey?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryPreviewGroupArgs = {
  filter: GroupFilterInput;
  groupId?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  /** Creates a group, or replaces the one with this id. The filter is checked before anything is stored. Returns once the members are computed, or after five seconds with membersUpdatedAt null. Needs group:edit. */
  readonly saveGroup: Group;
  /** Approves a held change of members, and publishes exactly the members that are held now. The error is CONFLICT if no change is held, or if the held change is modified at the same time. Needs group:edit. */
  readonly releaseGroupChange: Group;
  /** Deletes a group and returns its id. An unknown id is NOT_FOUND. If a boundary refers to the group, or a consumer has fetched its feed in the last day, the error is CONFLICT, unless `force` is set. Needs group:edit. */
  readonly deleteGroup: Scalars['String']['output'];
  /**
   * Issues a token with which a consumer, such as a firewall, fetches the feed of one group. Only this response contains
   * the secret. Fails with NOT_FOUND if the group is unknown, and with CONFLICT if the group already has 100 tokens. Needs
   * group:edit.
   */
  readonly issueFeedToken: FeedToken;
  /** Revokes a feed token immediately and returns its id. The next fetch with this token gets 401. Many firewalls then stop enforcing the list. An unknown id is NOT_FOUND. Needs group:edit. */
  readonly revokeFeedToken: Scalars['String']['output'];
  /** Registers a connector under a new id. An id that already exists is CONFLICT. Needs connector:manage. */
  readonly registerConnector: ConnectorRegistration;
  /** Revokes a connector's credentials immediately and returns its id. The connector's items are kept, but no longer belong to a connector. An unknown id is NOT_FOUND. Needs connector:manage. */
  readonly removeConnector: Scalars['String']['output'];
};


export type MutationSaveGroupArgs = {
  input: GroupInput;
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationReleaseGroupChangeArgs = {
  groupId: Scalars['String']['input'];
};


export type MutationDeleteGroupArgs = {
  id: Scalars['String']['input'];
  force?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationIssueFeedTokenArgs = {
  groupId: Scalars['String']['input'];
  consumer: Scalars['String']['input'];
};


export type MutationRevokeFeedTokenArgs = {
  id: Scalars['String']['input'];
};


export type MutationRegisterConnectorArgs = {
  input: ConnectorInput;
};


export type MutationRemoveConnectorArgs = {
  id: Scalars['String']['input'];
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
  /** The cloud provider's own id of the account. */
  readonly cloudAccountId?: Maybe<Scalars['String']['output']>;
  /** The name of the resource. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The display name of the type. */
  readonly typeName?: Maybe<Scalars['String']['output']>;
  /** Its addresses in canonical form: addresses without prefix, or CIDRs. */
  readonly ips: ReadonlyArray<Scalars['String']['output']>;
  /** Its host name. */
  readonly hostname?: Maybe<Scalars['String']['output']>;
  /** Its hardware address, EUI-48 or EUI-64, lower case with colons. */
  readonly macAddress?: Maybe<Scalars['String']['output']>;
  /** Its tags. Keys and values are compared without case. */
  readonly tags: ReadonlyArray<InventoryItemTag>;
  /** Its manufacturer, or the product that discovered it. */
  readonly vendor?: Maybe<Scalars['String']['output']>;
  /** The raw attributes. A number may have more digits than 64-bit floating point holds: use a parser that keeps them. */
  readonly item?: Maybe<Scalars['JSON']['output']>;
  /** The id of the connector that owns the item. Null if that connector was removed. */
  readonly connectorId?: Maybe<Scalars['String']['output']>;
  /** When it was first uploaded. */
  readonly firstSeenAt?: Maybe<Scalars['String']['output']>;
  /** When it was last uploaded, changed or not. */
  readonly lastSeenAt?: Maybe<Scalars['String']['output']>;
  /** When an upload last changed it. */
  readonly lastChangedAt?: Maybe<Scalars['String']['output']>;
  /** The groups it currently belongs to. Needs group:view. */
  readonly groups: ReadonlyArray<Group>;
};

/** One page of items that match a query. */
export type InventoryItemSearchPage = {
  /** The position of the page in the matches. */
  readonly pageInfo: InventoryPageInfo;
  /** The items of this page. */
  readonly items: ReadonlyArray<InventoryItem>;
};

/** The position of a page in the matches of a query. */
export type InventoryPageInfo = {
  /** Number of matching items; 10,000 if there are more. */
  readonly total: Scalars['Int']['output'];
  /** Number of matches before this page. */
  readonly from: Scalars['Int']['output'];
  /** Maximum number of items of the page. */
  readonly size: Scalars['Int']['output'];
};

/** One type of items. */
export type InventoryItemType = {
  /** The type as it was uploaded. */
  readonly type: Scalars['String']['output'];
  /** The most frequent display name of the type; null when no item has one. */
  readonly typeName?: Maybe<Scalars['String']['output']>;
  /** Number of items of this type. */
  readonly count: Scalars['Int']['output'];
};

/** One tag of an item. */
export type InventoryItemTag = {
  /** The key as it was uploaded. */
  readonly key: Scalars['String']['output'];
  /** The value as it was uploaded. */
  readonly value: Scalars['String']['output'];
};

/** Items that a filter selects. The addresses of the group are the addresses of these items. Needs group:view. */
export type Group = {
  /** Chosen by the client. */
  readonly id: Scalars['String']['output'];
  /** The name. */
  readonly name: Scalars['String']['output'];
  /** What it is for. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** Which items belong. */
  readonly filter: GroupFilter;
  /** Number of items that belong. */
  readonly memberCount: Scalars['Int']['output'];
  /** Entries in the list of addresses. */
  readonly addressCount: Scalars['Int']['output'];
  /**
   * The addresses of the members, combined into the smallest number of CIDRs: IPv4 first, in ascending order. All pages
   * that a client reads by nextPageKey are from the same list, even if the members change meanwhile.
   */
  readonly addresses: GroupAddressPage;
  /** Raised only when the addresses change. */
  readonly membersRevision: Scalars['Int']['output'];
  /** When the addresses last changed. Null until the members have been computed for the current filter. */
  readonly membersUpdatedAt?: Maybe<Scalars['String']['output']>;
  /** A mass change of members that waits for releaseGroupChange. Until then, the earlier members stay in effect. Null if no change waits. */
  readonly heldChange?: Maybe<GroupHeldChange>;
  /** The consumers that may fetch the feed of this group, in the order in which their tokens were issued. There are at most 100. */
  readonly feedConsumers: ReadonlyArray<FeedConsumer>;
  /** Raised by every save. */
  readonly revision: Scalars['Int']['output'];
  /** When it was created. */
  readonly createdAt: Scalars['String']['output'];
  /** Who created it. */
  readonly createdBy: Scalars['String']['output'];
  /** When it was last saved. */
  readonly updatedAt: Scalars['String']['output'];
  /** Who saved it last. */
  readonly updatedBy: Scalars['String']['output'];
};


/** Items that a filter selects. The addresses of the group are the addresses of these items. Needs group:view. */
export type GroupAddressesArgs = {
  nextPageKey?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};

/** A change of members that waits for approval. Such a change would more than double a group of over 100 CIDRs, remove more than half of it (in CIDRs or in addresses), or add a CIDR wider than /16 (IPv4) or /48 (IPv6). The held change is updated when items change. If the items change back, it ends without approval. */
export type GroupHeldChange = {
  /** The number of CIDRs that would be added. The added addresses are combined into the fewest possible CIDRs. */
  readonly added: Scalars['Int']['output'];
  /** The number of CIDRs that would be removed. The removed addresses are combined into the fewest possible CIDRs. */
  readonly removed: Scalars['Int']['output'];
  /** Since when changes are held without interruption. */
  readonly since: Scalars['String']['output'];
};

/** The result of a preview. */
export type GroupPreview = {
  /** Number of items that would belong. */
  readonly memberCount: Scalars['Int']['output'];
  /** Entries in the list of addresses. */
  readonly addressCount: Scalars['Int']['output'];
  /** Up to 20 of the items. Needs inventory:view. */
  readonly sample: ReadonlyArray<InventoryItem>;
  /** The widest CIDR in the list of addresses. IPv4 and IPv6 CIDRs are compared by how much wider they are than /16 and /48. Null if the list is empty. */
  readonly largestCidr?: Maybe<Scalars['String']['output']>;
  /** The number of CIDRs that would be added. They are the fewest CIDRs for the added addresses. */
  readonly addedCount: Scalars['Int']['output'];
  /** The number of CIDRs that would be removed. The removed addresses are combined into the fewest possible CIDRs. */
  readonly removedCount: Scalars['Int']['output'];
  /** The first 1,000 CIDRs that would be added, ascending. */
  readonly added: ReadonlyArray<Scalars['String']['output']>;
  /** The first 1,000 CIDRs that would be removed, ascending. */
  readonly removed: ReadonlyArray<Scalars['String']['output']>;
};

/** A condition on a tag. */
export type GroupFilterTag = {
  /** The key. Compared without case. */
  readonly key: Scalars['String']['output'];
  /** The value of the tag, compared ignoring case. Null means that any value matches. */
  readonly value?: Maybe<Scalars['String']['output']>;
};

/**
 * An item must meet all given conditions. It meets a condition if one of the condition's values matches. In the tags, each
 * key that occurs is a condition of its own: at least one entry with this key must match. Texts are compared ignoring
 * case.
 */
export type GroupFilter = {
  /** Tags. */
  readonly tags?: Maybe<ReadonlyArray<GroupFilterTag>>;
  /** Types of resources. */
  readonly types?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Internal ids of accounts. */
  readonly accountIds?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Regions. */
  readonly regions?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** CIDRs. An item meets this condition if one of its addresses is inside their union. */
  readonly cidrs?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** True if only addresses inside the CIDRs become members. If false, all addresses of a selected item become members. */
  readonly clip: Scalars['Boolean']['output'];
};

/**
 * An item must meet all given conditions. At least one condition is required. An empty list does not count as a condition.
 * An item meets a condition if one of the condition's values matches. Conditions on tags are different: for each tag key
 * in `tags`, the item must match at least one entry with this key.
 */
export type GroupFilterInput = {
  /** Tags, at most 100. */
  readonly tags?: InputMaybe<ReadonlyArray<GroupFilterTagInput>>;
  /** Types of resources, at most 1,000. */
  readonly types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Internal ids of accounts, at most 1,000. */
  readonly accountIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Regions, at most 1,000. */
  readonly regions?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** At most 500 CIDRs or addresses. An item meets this condition if one of its addresses is inside their union. */
  readonly cidrs?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /**
   * If true, only the addresses of a selected item that are inside the CIDRs become members. If false, all its addresses
   * become members.
   */
  readonly clip?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A condition on a tag. */
export type GroupFilterTagInput = {
  /** The key, 1..256 characters. */
  readonly key: Scalars['String']['input'];
  /** The value. If it is absent, every item that has the key meets the condition. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
};

/** A group to save. */
export type GroupInput = {
  /** Chosen by the client: 1..256 characters. */
  readonly id: Scalars['String']['input'];
  /** 1..512 characters. */
  readonly name: Scalars['String']['input'];
  /** What it is for, up to 10,000 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Which items belong. */
  readonly filter: GroupFilterInput;
};

/** One page of groups. */
export type GroupPage = {
  /** The groups of this page. */
  readonly items: ReadonlyArray<Group>;
  /** The key of the next page. */
  readonly pageInfo: PageInfo;
};

/** One page of addresses. */
export type GroupAddressPage = {
  /** CIDRs, always with their prefix. */
  readonly items: ReadonlyArray<Scalars['String']['output']>;
  /** The key of the next page. */
  readonly pageInfo: PageInfo;
};

/** A new feed token. */
export type FeedToken = {
  /** Its id, which is also the user name for HTTP Basic. */
  readonly id: Scalars['String']['output'];
  /** The name of the consumer. */
  readonly consumer: Scalars['String']['output'];
  /** The secret, shown only here. */
  readonly secret: Scalars['String']['output'];
};

/** A consumer that may fetch the feed of a group. */
export type FeedConsumer = {
  /** The id of its token, which revokeFeedToken takes. */
  readonly tokenId: Scalars['String']['output'];
  /** The name of the consumer. */
  readonly name: Scalars['String']['output'];
  /** When the token was issued. */
  readonly issuedAt: Scalars['String']['output'];
  /** Who issued it. */
  readonly issuedBy: Scalars['String']['output'];
  /** When the consumer last fetched the feed. The value can be up to a minute old. Null before the first fetch. */
  readonly lastFetchedAt?: Maybe<Scalars['String']['output']>;
};

/** A program that may upload items. */
export type Connector = {
  /** The id, which is also its user name for HTTP Basic. */
  readonly id: Scalars['String']['output'];
  /** The name. */
  readonly name: Scalars['String']['output'];
  /** When it was registered. */
  readonly registeredAt: Scalars['String']['output'];
  /** When it last uploaded. */
  readonly lastUploadAt?: Maybe<Scalars['String']['output']>;
  /** Number of items it owns, about a second behind. */
  readonly itemCount: Scalars['Int']['output'];
};

/** A connector to register. The lists restrict what it may upload. An absent list is no restriction. */
export type ConnectorInput = {
  /** 1..256 characters, without ":". */
  readonly id: Scalars['String']['input'];
  /** 1..512 characters. */
  readonly name: Scalars['String']['input'];
  /** Internal ids of the accounts whose items the connector may upload. */
  readonly accountIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The regions whose items it may upload. */
  readonly regions?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The types of items it may upload. */
  readonly types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A connector with its secret. */
export type ConnectorRegistration = {
  /** The connector. */
  readonly connector: Connector;
  /** Shown here once and never again. */
  readonly secret: Scalars['String']['output'];
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
  InventoryItem: InventoryItem;
  Group: Group;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  InventoryItem:
    ( { __typename: 'InventoryItem' }
    & GraphQLRecursivePick<FederationTypes['InventoryItem'], {"accountId":true,"region":true,"type":true,"id":true}> );
  Group:
    ( { __typename: 'Group' }
    & GraphQLRecursivePick<FederationTypes['Group'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  InventoryItem: ResolverTypeWrapper<ReadItem>;
  InventoryItemSearchPage: ResolverTypeWrapper<Omit<InventoryItemSearchPage, 'items'> & { items: ReadonlyArray<ResolversTypes['InventoryItem']> }>;
  InventoryPageInfo: ResolverTypeWrapper<InventoryPageInfo>;
  InventoryItemType: ResolverTypeWrapper<InventoryItemType>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  InventoryItemTag: ResolverTypeWrapper<InventoryItemTag>;
  Group: ResolverTypeWrapper<StoredGroup>;
  GroupHeldChange: ResolverTypeWrapper<GroupHeldChange>;
  GroupPreview: ResolverTypeWrapper<ComputedGroupPreview>;
  GroupFilterTag: ResolverTypeWrapper<GroupFilterTag>;
  GroupFilter: ResolverTypeWrapper<GroupFilter>;
  GroupFilterInput: GroupFilterInput;
  GroupFilterTagInput: GroupFilterTagInput;
  GroupInput: GroupInput;
  GroupPage: ResolverTypeWrapper<Omit<GroupPage, 'items'> & { items: ReadonlyArray<ResolversTypes['Group']> }>;
  GroupAddressPage: ResolverTypeWrapper<GroupAddressPage>;
  FeedToken: ResolverTypeWrapper<FeedToken>;
  FeedConsumer: ResolverTypeWrapper<StoredFeedToken>;
  Connector: ResolverTypeWrapper<StoredConnector>;
  ConnectorInput: ConnectorInput;
  ConnectorRegistration: ResolverTypeWrapper<Omit<ConnectorRegistration, 'connector'> & { connector: ResolversTypes['Connector'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  Mutation: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  InventoryItem: ReadItem;
  InventoryItemSearchPage: Omit<InventoryItemSearchPage, 'items'> & { items: ReadonlyArray<ResolversParentTypes['InventoryItem']> };
  InventoryPageInfo: InventoryPageInfo;
  InventoryItemType: InventoryItemType;
  JSON: Scalars['JSON']['output'];
  InventoryItemTag: InventoryItemTag;
  Group: StoredGroup;
  GroupHeldChange: GroupHeldChange;
  GroupPreview: ComputedGroupPreview;
  GroupFilterTag: GroupFilterTag;
  GroupFilter: GroupFilter;
  GroupFilterInput: GroupFilterInput;
  GroupFilterTagInput: GroupFilterTagInput;
  GroupInput: GroupInput;
  GroupPage: Omit<GroupPage, 'items'> & { items: ReadonlyArray<ResolversParentTypes['Group']> };
  GroupAddressPage: GroupAddressPage;
  FeedToken: FeedToken;
  FeedConsumer: StoredFeedToken;
  Connector: StoredConnector;
  ConnectorInput: ConnectorInput;
  ConnectorRegistration: Omit<ConnectorRegistration, 'connector'> & { connector: ResolversParentTypes['Connector'] };
  PageInfo: PageInfo;
};

export type QueryResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  inventoryItemsSearch?: Resolver<ResolversTypes['InventoryItemSearchPage'], ParentType, ContextType, Partial<QueryInventoryItemsSearchArgs>>;
  inventoryTypeNames?: Resolver<ReadonlyArray<ResolversTypes['InventoryItemType']>, ParentType, ContextType>;
  inventoryItem?: Resolver<ResolversTypes['InventoryItem'], ParentType, ContextType, RequireFields<QueryInventoryItemArgs, 'accountId' | 'region' | 'type' | 'id'>>;
  group?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType, RequireFields<QueryGroupArgs, 'id'>>;
  groups?: Resolver<ResolversTypes['GroupPage'], ParentType, ContextType, Partial<QueryGroupsArgs>>;
  previewGroup?: Resolver<ResolversTypes['GroupPreview'], ParentType, ContextType, RequireFields<QueryPreviewGroupArgs, 'filter'>>;
  connectors?: Resolver<ReadonlyArray<ResolversTypes['Connector']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  saveGroup?: Resolver<ResolversTypes['Group'], ParentType, ContextType, RequireFields<MutationSaveGroupArgs, 'input'>>;
  releaseGroupChange?: Resolver<ResolversTypes['Group'], ParentType, ContextType, RequireFields<MutationReleaseGroupChangeArgs, 'groupId'>>;
  deleteGroup?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<MutationDeleteGroupArgs, 'id' | 'force'>>;
  issueFeedToken?: Resolver<ResolversTypes['FeedToken'], ParentType, ContextType, RequireFields<MutationIssueFeedTokenArgs, 'groupId' | 'consumer'>>;
  revokeFeedToken?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<MutationRevokeFeedTokenArgs, 'id'>>;
  registerConnector?: Resolver<ResolversTypes['ConnectorRegistration'], ParentType, ContextType, RequireFields<MutationRegisterConnectorArgs, 'input'>>;
  removeConnector?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<MutationRemoveConnectorArgs, 'id'>>;
};

export type InventoryItemResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['InventoryItem'] = ResolversParentTypes['InventoryItem'], FederationReferenceType extends FederationReferenceTypes['InventoryItem'] = FederationReferenceTypes['InventoryItem']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['InventoryItem']> | FederationReferenceType, FederationReferenceType, ContextType>;
  accountId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  region?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  cloudAccountId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  typeName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ips?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  hostname?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  macAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<ReadonlyArray<ResolversTypes['InventoryItemTag']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  item?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  connectorId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstSeenAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastSeenAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastChangedAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  groups?: Resolver<ReadonlyArray<ResolversTypes['Group']>, ParentType, ContextType>;
};

export type InventoryItemSearchPageResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['InventoryItemSearchPage'] = ResolversParentTypes['InventoryItemSearchPage']> = {
  pageInfo?: Resolver<ResolversTypes['InventoryPageInfo'], ParentType, ContextType>;
  items?: Resolver<ReadonlyArray<ResolversTypes['InventoryItem']>, ParentType, ContextType>;
};

export type InventoryPageInfoResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['InventoryPageInfo'] = ResolversParentTypes['InventoryPageInfo']> = {
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InventoryItemTypeResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['InventoryItemType'] = ResolversParentTypes['InventoryItemType']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  typeName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type InventoryItemTagResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['InventoryItemTag'] = ResolversParentTypes['InventoryItemTag']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GroupResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['Group'] = ResolversParentTypes['Group'], FederationReferenceType extends FederationReferenceTypes['Group'] = FederationReferenceTypes['Group']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Group']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  filter?: Resolver<ResolversTypes['GroupFilter'], ParentType, ContextType>;
  memberCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  addressCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  addresses?: Resolver<ResolversTypes['GroupAddressPage'], ParentType, ContextType, Partial<GroupAddressesArgs>>;
  membersRevision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  membersUpdatedAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  heldChange?: Resolver<Maybe<ResolversTypes['GroupHeldChange']>, ParentType, ContextType>;
  feedConsumers?: Resolver<ReadonlyArray<ResolversTypes['FeedConsumer']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GroupHeldChangeResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['GroupHeldChange'] = ResolversParentTypes['GroupHeldChange']> = {
  added?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  removed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GroupPreviewResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['GroupPreview'] = ResolversParentTypes['GroupPreview']> = {
  memberCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  addressCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sample?: Resolver<ReadonlyArray<ResolversTypes['InventoryItem']>, ParentType, ContextType>;
  largestCidr?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  addedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  removedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  added?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  removed?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type GroupFilterTagResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['GroupFilterTag'] = ResolversParentTypes['GroupFilterTag']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type GroupFilterResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['GroupFilter'] = ResolversParentTypes['GroupFilter']> = {
  tags?: Resolver<Maybe<ReadonlyArray<ResolversTypes['GroupFilterTag']>>, ParentType, ContextType>;
  types?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  accountIds?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  regions?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  cidrs?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  clip?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type GroupPageResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['GroupPage'] = ResolversParentTypes['GroupPage']> = {
  items?: Resolver<ReadonlyArray<ResolversTypes['Group']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type GroupAddressPageResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['GroupAddressPage'] = ResolversParentTypes['GroupAddressPage']> = {
  items?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type FeedTokenResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['FeedToken'] = ResolversParentTypes['FeedToken']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  consumer?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FeedConsumerResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['FeedConsumer'] = ResolversParentTypes['FeedConsumer']> = {
  tokenId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  issuedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  issuedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastFetchedAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConnectorResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['Connector'] = ResolversParentTypes['Connector']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  registeredAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastUploadAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  itemCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ConnectorRegistrationResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['ConnectorRegistration'] = ResolversParentTypes['ConnectorRegistration']> = {
  connector?: Resolver<ResolversTypes['Connector'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = InventoryContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  nextPageKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = InventoryContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  InventoryItem?: InventoryItemResolvers<ContextType>;
  InventoryItemSearchPage?: InventoryItemSearchPageResolvers<ContextType>;
  InventoryPageInfo?: InventoryPageInfoResolvers<ContextType>;
  InventoryItemType?: InventoryItemTypeResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  InventoryItemTag?: InventoryItemTagResolvers<ContextType>;
  Group?: GroupResolvers<ContextType>;
  GroupHeldChange?: GroupHeldChangeResolvers<ContextType>;
  GroupPreview?: GroupPreviewResolvers<ContextType>;
  GroupFilterTag?: GroupFilterTagResolvers<ContextType>;
  GroupFilter?: GroupFilterResolvers<ContextType>;
  GroupPage?: GroupPageResolvers<ContextType>;
  GroupAddressPage?: GroupAddressPageResolvers<ContextType>;
  FeedToken?: FeedTokenResolvers<ContextType>;
  FeedConsumer?: FeedConsumerResolvers<ContextType>;
  Connector?: ConnectorResolvers<ContextType>;
  ConnectorRegistration?: ConnectorRegistrationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
};

