import { isExactNumber } from "@network-access/service-runtime/exact-json";

/** JSON from an untrusted source. Any member may be missing or have another type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** Returns the value at a path of members, or undefined if a member is missing. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** Returns the text at a path, or undefined if it is missing or empty. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** Returns the list at a path, or an empty list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/**
 * Returns the names and values of the object at a path. Converts numbers and booleans to texts, and leaves out values
 * of other types.
 */
export function pairsAt(value: unknown, ...path: readonly string[]): [string, string][] {
  const found = valueAt(value, ...path);
  if (!isObject(found)) return [];
  return Object.entries(found).flatMap(([key, value]) => {
    const one = isExactNumber(value) ? value.rawJSON : value;
    return ["string", "number", "boolean"].includes(typeof one) ? [[key, String(one)] as [string, string]] : [];
  });
}
