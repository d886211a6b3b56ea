import { isExactNumber } from "@network-access/service-runtime/exact-json";

/** JSON that came from outside: every step of a path may be missing or something else. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** What stands at the end of a path of members; undefined when a step is missing. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** A text that is not empty. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** The entries of a list; none when there is no list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Members of an object whose values are texts, numbers or yes and no, as pairs of texts. */
export function pairsAt(value: unknown, ...path: readonly string[]): [string, string][] {
  const found = valueAt(value, ...path);
  if (!isObject(found)) return [];
  return Object.entries(found).flatMap(([key, value]) => {
    const one = isExactNumber(value) ? value.rawJSON : value;
    return ["string", "number", "boolean"].includes(typeof one) ? [[key, String(one)] as [string, string]] : [];
  });
}
