import type { ItemKey } from "@network-access/firewall-rules/item-key";

/** Which items a connector may claim, or a run covers. A list that is null means all. */
export interface Scope {
  readonly accountIds: readonly string[] | null;
  readonly regions: readonly string[] | null;
  readonly types: readonly string[] | null;
}

/** No limit at all. */
export const everything: Scope = { accountIds: null, regions: null, types: null };

/** One pass of one connector over its part of the network. */
export interface DiscoveryRun {
  readonly discoveryId: string;
  /** Which connector registration opened it. */
  readonly connectorUuid: string;
  /** Counted by the service for each registration, from 1: a higher one is newer, whatever any clock says. */
  readonly sequence: number;
  readonly scope: Scope;
  readonly openedAt: Date;
}

/** Port: runs that were opened. Calls throw while the record engine is away. */
export interface DiscoveryRunStore {
  /** The run of this registration under this id, opened with what `open` says when it is not there yet. Two first uploads at once get one run. */
  findOrOpen(
    connectorUuid: string,
    discoveryId: string,
    open: { readonly scope: Scope; readonly openedAt: Date },
  ): Promise<DiscoveryRun>;
}

/** Why a key lies outside of a scope, as the member at fault and a sentence; undefined inside. */
export function outsideOf(
  scope: Scope,
  key: ItemKey,
): { readonly member: keyof ItemKey; readonly allowed: readonly string[] } | undefined {
  if (scope.accountIds && !scope.accountIds.includes(key.accountId))
    return { member: "accountId", allowed: scope.accountIds };
  if (scope.regions && !scope.regions.includes(key.region)) return { member: "region", allowed: scope.regions };
  if (scope.types && !scope.types.includes(key.type)) return { member: "type", allowed: scope.types };
  return undefined;
}

/** Equal scopes give equal texts. */
export function scopeText({ accountIds, regions, types }: Scope): string {
  return JSON.stringify([accountIds, regions, types]);
}
