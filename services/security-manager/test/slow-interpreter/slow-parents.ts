import type { Filter } from "../../src/siql/language/syntax.ts";
import { type SlowValues, valuesHold } from "./slow-values.ts";

/** The attributes of a device and of the groups that contain it. */
export interface SlowParents {
  readonly device: SlowValues;
  readonly groups: readonly SlowValues[];
}

const DOMAIN: SlowValues = { id: 1, name: "Enterprise" };

/** Returns whether a filter on domains, device groups or devices holds. Returns undefined for other filters. */
export function parentsHold(
  { stanza, body }: Filter,
  { device, groups }: SlowParents,
  now: number,
): boolean | undefined {
  switch (stanza.toLowerCase()) {
    case "domain":
      return valuesHold(body, DOMAIN, now);
    case "devicegroup":
      return groups.some((group) => valuesHold(body, group, now));
    case "device":
      return valuesHold(body, device, now);
    default:
      return undefined;
  }
}
