import type { RuleNote } from "../notes/rule-note.ts";
import { type CustomProperty, propertyRecord } from "./custom-property.ts";
import { memberOf, printPropertyValue } from "./read-property-value.ts";

/** Returns the documentation of a single rule as responses show it. */
export function documentationRecord(
  deviceId: number,
  ruleId: string,
  note: RuleNote | undefined,
  properties: readonly CustomProperty[],
) {
  return {
    ...{ ruleId, deviceId, lastUpdated: note?.documentedAt?.toISOString() ?? null },
    props: valuesOf(note, properties).map(({ property, value }) => {
      const customProperty = propertyRecord(property);
      return { ruleId, key: property.key, customProperty, [memberOf(property.type)]: value };
    }),
  };
}

/** Returns the documentation of a rule as an object of its values by key. */
export function propsOf(note: RuleNote | undefined, properties: readonly CustomProperty[]): Record<string, unknown> {
  return Object.fromEntries(valuesOf(note, properties).map(({ property, value }) => [property.key, value]));
}

/**
 * Returns the values of a note, each with its property, in the order of `properties`. Omits disabled properties, and
 * values whose property is not in `properties`.
 */
function valuesOf(note: RuleNote | undefined, properties: readonly CustomProperty[]) {
  return properties.flatMap((property) => {
    const value = note?.values[property.id];
    if (value === undefined || property.disabled) return [];
    return [{ property, value: printPropertyValue(property.type, value) }];
  });
}
