import { type EnumType, isEnumType, type ScalarType } from "@apollo/federation-internals";

/** Returns a function that checks whether a non-null value is valid for a scalar or an enum of the API schema. */
export function compileLeaf(type: ScalarType | EnumType): (value: unknown) => boolean {
  if (isEnumType(type)) {
    const names = new Set<unknown>(type.values.map(({ name }) => name));
    return (value) => names.has(value);
  }
  // Custom scalars may have any value.
  return builtIn.get(type.name) ?? (() => true);
}

/** Reports whether a value is an integer that JavaScript prints without an exponent (magnitude below 10^21). */
const isWhole = (value: unknown) =>
  Number.isSafeInteger(value) || (Number.isInteger(value) && /^-?\d+$/.test(String(value)));

const builtIn: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["String", (value: unknown) => typeof value === "string"],
  ["Boolean", (value: unknown) => typeof value === "boolean"],
  ["Int", isWhole],
  ["Float", (value: unknown) => Number.isFinite(value)],
  ["ID", (value: unknown) => typeof value === "string" || isWhole(value)],
]);
