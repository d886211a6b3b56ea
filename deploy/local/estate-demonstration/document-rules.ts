import type { DemonstrationProperty, RuleDocumentation } from "./estate-demonstration.ts";
import type { ManagerClient } from "./manager-client.ts";
import type { RuleLookup } from "./rules-by-name.ts";

const DAY_MS = 86_400_000;
const PROPERTIES = "/customproperty/domain/1";

/**
 * Maps the type of a property to the name of the member that contains the property's value in a request to the security
 * manager.
 */
const MEMBERS: Readonly<Record<string, string>> = {
  ...{ STRING: "stringval", STRING_ARRAY: "stringarray", DATE: "dateval" },
  ...{ INTEGER: "integerval", LONG: "integerval", BOOLEAN: "booleanval" },
};

/** Registers the properties that are missing. Returns the types of all properties by key. */
export async function saveProperties(
  manager: ManagerClient,
  properties: readonly DemonstrationProperty[],
): Promise<ReadonlyMap<string, string>> {
  const list = await manager.find<{ results: DemonstrationProperty[] }>(`${PROPERTIES}?pageSize=1000`);
  const types = new Map(list?.results.map(({ key, type }) => [key, type]));
  for (const property of properties) {
    if (types.has(property.key)) continue;
    await manager.send("POST", PROPERTIES, property);
    types.set(property.key, property.type);
  }
  return types;
}

/** Documents the rules of a device. */
export async function documentRules(
  { manager, now, types }: { manager: ManagerClient; now: number; types: ReadonlyMap<string, string> },
  deviceId: number,
  rules: RuleLookup,
  documentation: RuleDocumentation,
): Promise<void> {
  for (const [name, values] of Object.entries(documentation)) {
    const props = Object.entries(values).map(([key, value]) => {
      const type = types.get(key) ?? "";
      const isDate = type === "DATE" && typeof value === "number";
      return { key, [MEMBERS[type] ?? "stringval"]: isDate ? new Date(now + value * DAY_MS).toISOString() : value };
    });
    for (const { matchId: ruleId } of rules(name))
      await manager.send("PUT", `/domain/1/device/${deviceId}/ruledoc`, { ruleId, props });
  }
}
