import { isExactNumber } from "@network-access/service-runtime/exact-json";

/**
 * An object of a subgraph's response, as it was received. Its members may have any names, even names that every
 * JavaScript object inherits, such as `constructor`.
 */
export type Data = Record<string, unknown>;

/**
 * Reports whether a value is a JSON object. The result is false for a list. It is also false for an exact number, which
 * is a JavaScript object that keeps all digits of a JSON number.
 */
export function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** Returns an own member, never an inherited one. */
export function own(data: Data, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}

/** Sets a member of any name, including "__proto__". */
export function put(data: Data, name: string, value: unknown): void {
  if (name in data && !Object.hasOwn(data, name))
    Object.defineProperty(data, name, { value, configurable: true, enumerable: true, writable: true });
  else data[name] = value;
}

/**
 * Merges `source`, the data of another fetch, into `target`. Objects are merged by member, and lists of equal length by
 * entry. Any other value of `source` replaces the value in `target`. Afterwards, `target` may refer to objects of
 * `source`. Throws if a member is an object in `source` but a list, text or number in `target`.
 */
export function mergeData(target: Data, source: Data): void {
  for (const name of Object.keys(source)) {
    const more = source[name];
    if (more === undefined) continue;
    const before = own(target, name);
    if (before && isData(more)) {
      if (!isData(before)) throw new Error(`subgraphs answered different kinds of values for ${name}`);
      mergeData(before, more);
    } else if (Array.isArray(before) && Array.isArray(more) && before.length === more.length)
      mergeEntries(before, more);
    else put(target, name, more);
  }
}

function mergeEntries(target: unknown[], source: readonly unknown[]): void {
  for (const [index, more] of source.entries()) {
    const before = target[index];
    if (isData(before) && isData(more)) mergeData(before, more);
    else target[index] = more;
  }
}
