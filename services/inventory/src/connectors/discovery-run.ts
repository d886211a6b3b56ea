import type { ItemKey } from "@network-access/firewall-rules/item-key";

/** The items that a connector may upload, or that a run covers. Null means all. */
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
  /** The registration that opened it. */
  readonly connectorUuid: string;
  /** The service counts it for each registration, from 1. A higher number is newer, independent of clocks. */
  readonly sequence: number;
  readonly scope: Scope;
  readonly openedAt: Date;
  /** When the run's clean-up closed it to uploads. Null while it is open. */
  readonly closedAt: Date | null;
  /** The result of its clean-up. Null until the clean-up is complete. */
  readonly cleanUp: CleanUpCounts | null;
}

/** How many items a clean-up removed in its scope, and how many it kept there. */
export interface CleanUpCounts {
  readonly removed: number;
  readonly kept: number;
}

/** How long a run accepts uploads and a clean-up after it was opened. */
const RUN_LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000;

/** Port: discovery runs. Calls throw while the database is unavailable. */
export interface DiscoveryRunStore {
  /**
   * Gives the run with this id of this registration. If there is none, opens it. Concurrent first uploads get the same
   * run.
   */
  findOrOpen(
    connectorUuid: string,
    discoveryId: string,
    open: { readonly scope: Scope; readonly openedAt: Date },
  ): Promise<DiscoveryRun>;
  find(connectorUuid: string, discoveryId: string): Promise<DiscoveryRun | undefined>;
  /** Runs of this registration with a higher sequence, the lowest first. */
  listNewer(connectorUuid: string, sequence: number, limit: number): Promise<readonly DiscoveryRun[]>;
  /** Closes a run to uploads. Has no effect on a closed run. */
  close(run: DiscoveryRun, at: Date): Promise<void>;
  /** Stores the result of a clean-up. If a result is stored already, it stays. Returns the stored result. */
  noteCleanUp(run: DiscoveryRun, counts: CleanUpCounts): Promise<CleanUpCounts>;
  /** Runs closed before this time whose clean-up is not complete. */
  listUnfinished(closedBefore: Date, limit: number): Promise<readonly DiscoveryRun[]>;
  /** Deletes runs that were opened before this time, at most `limit`. Returns their number. */
  purge(openedBefore: Date, limit: number): Promise<number>;
}

export function isExpired({ openedAt }: DiscoveryRun, at: Date): boolean {
  return at.getTime() - openedAt.getTime() > RUN_LIFETIME_MS;
}

/** Whether a key may lie in both. */
export function scopesOverlap(a: Scope, b: Scope): boolean {
  return (["accountIds", "regions", "types"] as const).every((part) => {
    const [inA, inB] = [a[part], b[part]];
    return inA === null || inB === null || inA.some((text) => inB.includes(text));
  });
}

/**
 * If a key lies outside a scope, gives the member of the key because of which it does, with the values that the scope
 * allows. Gives undefined for a key inside the scope.
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

/** Equal scopes give equal texts. */
export function scopeText({ accountIds, regions, types }: Scope): string {
  return JSON.stringify([accountIds, regions, types]);
}
