import { isExactNumber } from "@network-access/service-runtime/exact-json";

/** An object of an answer as it came over the wire; any name can be in it, also one every object inherits. */
export type Data = Record<string, unknown>;

/** Neither null nor a list, nor a number kept in its digits. */
export function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** A member of its own, never one that every object inherits. */
export function own(data: Data, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}

/** Sets a member, whatever its name: "__proto__" is a name like any other. */
export function put(data: Data, name: string, value: unknown): void {
  if (name in data && !Object.hasOwn(data, name))
    Object.defineProperty(data, name, { value, configurable: true, enumerable: true, writable: true });
  else data[name] = value;
}

/**
 * Adds what another fetch brought: objects join member by member, lists of one length entry by entry; else the newer
 * value stands. Parts of `source` may live on in `target`. Throws where one has an object in place of a value.
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
