import type { ItemKey } from "@network-access/firewall-rules/item-key";

/**
 * Limits the items that a connector may upload or that a run covers. Each list contains the allowed values of one
 * member of an item's key. If a list is null, every value is allowed.
 */
export interface Scope {
  readonly accountIds: readonly string[] | null;
  readonly regions: readonly string[] | null;
  readonly types: readonly string[] | null;
}

/** A scope without limits. */
export const unlimitedScope: Scope = { accountIds: null, regions: null, types: null };

/** One pass of one connector over its part of the network. */
export interface DiscoveryRun {
  readonly discoveryId: string;
  /** The UUID of the registration that opened the run. */
  readonly connectorUuid: string;
  /**
   * The number of the run among the runs of its registration. The service assigns the numbers, which start at 1. A run
   * with a higher number is newer, whatever the clocks of the processes show.
   */
  readonly sequence: number;
  readonly scope: Scope;
  readonly openedAt: Date;
  /** The time at which the run's clean-up closed the run to uploads. Null while the run is open. */
  readonly closedAt: Date | null;
  /** The result of the run's clean-up. Null until the clean-up is complete. */
  readonly cleanUp: CleanUpCounts | null;
}

/** How many of the items in a clean-up's scope were removed, and how many were kept. */
export interface CleanUpCounts {
  readonly removed: number;
  readonly kept: number;
}

/** A run accepts uploads and a clean-up for this time after it is opened. */
const RUN_LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000;

/** Access to the stored discovery runs. Calls throw while the database is unavailable. */
export interface DiscoveryRunStore {
  /**
   * Returns the registration's run with this discovery id. Opens the run if it does not exist. Concurrent calls with
   * the same id return the same run.
   */
  findOrOpen(
    connectorUuid: string,
    discoveryId: string,
    open: { readonly scope: Scope; readonly openedAt: Date },
  ): Promise<DiscoveryRun>;
  find(connectorUuid: string, discoveryId: string): Promise<DiscoveryRun | undefined>;
  /** Returns the registration's runs whose sequence is higher than `sequence`, at most `limit`, the lowest first. */
  listNewer(connectorUuid: string, sequence: number, limit: number): Promise<readonly DiscoveryRun[]>;
  /** Closes a run, so that it accepts no more uploads. Has no effect on a closed run. */
  close(run: DiscoveryRun, at: Date): Promise<void>;
  /** Stores the result of a clean-up, unless a result is already stored. Returns the stored result. */
  noteCleanUp(run: DiscoveryRun, counts: CleanUpCounts): Promise<CleanUpCounts>;
  /** Returns runs that were closed before `closedBefore` and whose clean-up is not complete. */
  listUnfinished(closedBefore: Date, limit: number): Promise<readonly DiscoveryRun[]>;
  /** Deletes runs that were opened before `openedBefore`, at most `limit`. Returns how many it deleted. */
  purge(openedBefore: Date, limit: number): Promise<number>;
}

export function isExpired({ openedAt }: DiscoveryRun, at: Date): boolean {
  return at.getTime() - openedAt.getTime() > RUN_LIFETIME_MS;
}

/** Returns whether a key can lie in both scopes. */
export function scopesOverlap(a: Scope, b: Scope): boolean {
  return (["accountIds", "regions", "types"] as const).every((part) => {
    const [inA, inB] = [a[part], b[part]];
    return inA === null || inB === null || inA.some((text) => inB.includes(text));
  });
}

/**
 * Compares a key with a scope. Returns the first member of the key whose value the scope does not allow, and the values
 * that the scope allows for this member. Returns undefined if the scope allows the key.
 */
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

/** Returns a text that is equal for equal scopes. */
export function scopeText({ accountIds, regions, types }: Scope): string {
  return JSON.stringify([accountIds, regions, types]);
}
