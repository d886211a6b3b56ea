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
  /** Since when its clean-up has closed it to uploads; null while it is open. */
  readonly closedAt: Date | null;
  /** What its clean-up came to; null until that is through. */
  readonly cleanUp: CleanUpCounts | null;
}

/** What a clean-up removed, and what it left in the same scope. */
export interface CleanUpCounts {
  readonly removed: number;
  readonly kept: number;
}

/** How long after its opening a run takes uploads and may be cleaned up. */
const RUN_LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000;

/** Port: runs that were opened. Calls throw while the record engine is away. */
export interface DiscoveryRunStore {
  /** The run of this registration under this id, opened with what `open` says when it is not there yet. Two first uploads at once get one run. */
  findOrOpen(
    connectorUuid: string,
    discoveryId: string,
    open: { readonly scope: Scope; readonly openedAt: Date },
  ): Promise<DiscoveryRun>;
  find(connectorUuid: string, discoveryId: string): Promise<DiscoveryRun | undefined>;
  /** Runs of this registration with a higher number, the lowest first. */
  listNewer(connectorUuid: string, sequence: number, limit: number): Promise<readonly DiscoveryRun[]>;
  /** Closes a run to uploads; one that is closed stays as it is. */
  close(run: DiscoveryRun, at: Date): Promise<void>;
  /** Notes what a clean-up came to and answers what is noted: the first note stays. */
  noteCleanUp(run: DiscoveryRun, counts: CleanUpCounts): Promise<CleanUpCounts>;
  /** Runs that were closed before this time and whose clean-up is not through. */
  listUnfinished(closedBefore: Date, limit: number): Promise<readonly DiscoveryRun[]>;
  /** Forgets runs that were opened before this time, at most `limit`; answers how many. */
  purge(openedBefore: Date, limit: number): Promise<number>;
}

export function isExpired({ openedAt }: DiscoveryRun, at: Date): boolean {
  return at.getTime() - openedAt.getTime() > RUN_LIFETIME_MS;
}

/** Whether some key may lie in both. */
export function scopesOverlap(a: Scope, b: Scope): boolean {
  return (["accountIds", "regions", "types"] as const).every((part) => {
    const [mine, theirs] = [a[part], b[part]];
    return mine === null || theirs === null || mine.some((text) => theirs.includes(text));
  });
}

/** Why a key lies outside of a scope, as the member at fault and a sentence; undefined inside. */
export function outsideOf(
  scope: Scope,
  key: Pick<ItemKey, "accountId" | "region" | "type">,
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
