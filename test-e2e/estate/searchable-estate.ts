import { type DemonstrationDevice, readEstateDemonstration } from "@network-access/local-stack/estate-demonstration";
import { eventually } from "@network-access/testkit/until";
import type { ManagerClient } from "../clients/manager.ts";

const DAY_MS = 86_400_000;

interface NamedRule {
  readonly displayName: string;
  readonly comment: string;
  readonly ndDevice: { readonly name: string };
}

/**
 * Waits until searches find all documentation and usage of the demonstration estate. `now` is the time at which the
 * estate was loaded. Documentation and usage reach the search index a few seconds after they are saved, rule by rule
 * and in any order.
 */
export async function untilSearchable(manager: ManagerClient, now: number): Promise<void> {
  const devices = new Map(readEstateDemonstration().devices.map((device) => [device.name, device]));
  const search = async (condition: string): Promise<readonly NamedRule[]> => {
    const query = new URLSearchParams({ q: `rule{${condition}}`, pageSize: "1000" });
    return (await manager.call("GET", `/siql/secrule/paged-search?${query}`)).results;
  };
  const rules = await search("true");
  const documented = rules.filter((rule) => isDocumented(rule, devices.get(rule.ndDevice.name)));
  const usedDaysAgo = rules.flatMap((rule) => lastUseOf(rule, devices.get(rule.ndDevice.name)) ?? []);
  const expected = new Map([["p.owner is not null", documented.length]]);
  for (const daysAgo of new Set(usedDaysAgo)) {
    const day = new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
    expected.set(`lastUsed >= ${day}`, usedDaysAgo.filter((other) => other <= daysAgo).length);
  }
  await eventually(
    async () => {
      const missing: object[] = [];
      // Sends one search at a time, because the manager refuses concurrent searches while it is busy.
      for (const [condition, count] of expected) {
        const found = (await search(condition)).length;
        if (found !== count) missing.push({ condition, expected: count, found });
      }
      return missing;
    },
    (missing) => missing.length === 0,
    180_000,
    500,
  );
}

function isDocumented({ displayName, comment }: NamedRule, device: DemonstrationDevice | undefined): boolean {
  const { documentation = {} } = device ?? {};
  return displayName in documentation || comment in documentation;
}

/**
 * Returns the number of days between the last use of the rule and the load of the estate, or undefined if the rule was
 * never used.
 */
function lastUseOf({ displayName, comment }: NamedRule, device: DemonstrationDevice | undefined): number | undefined {
  const usages = [device?.usage?.[displayName], device?.usage?.[comment]].filter((usage) => usage !== undefined);
  const days = usages.map((usage) => (typeof usage === "number" ? 0 : usage.lastDaysAgo));
  return days.length === 0 ? undefined : Math.min(...days);
}
