import type { ManagerClient } from "./manager-client.ts";

/** A rule as a search returns it. */
export interface FoundRule {
  matchId: string;
  displayName: string;
  comment: string;
  destinations: { matchId?: string }[];
}

/** Returns all rules of a device with the given name or comment. Throws if the device has no such rule. */
export type RuleLookup = (name: string) => readonly FoundRule[];

/** Reads all rules of a device, and returns a function that finds them by name without further requests. */
export async function readRules(manager: ManagerClient, deviceId: number, device: string): Promise<RuleLookup> {
  const q = encodeURIComponent(`device{id=${deviceId}}`);
  const found = await manager.find<{ results: FoundRule[] }>(`/siql/secrule/paged-search?q=${q}&pageSize=1000`);
  return (name) => {
    const rules = found?.results.filter(({ displayName, comment }) => displayName === name || comment === name) ?? [];
    if (rules.length === 0) throw new Error(`${device} has no rule with the name or comment "${name}"`);
    return rules;
  };
}
