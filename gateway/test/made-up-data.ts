import { createHash } from "node:crypto";
import {
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

/** Returns a number from 0 to `below` - 1. Equal words always give the same number. */
export function numberFrom(words: string, below: number): number {
  return createHash("md5").update(words).digest().readUInt32BE(0) % below;
}

/**
 * Resolves every field of a schema with a value that the seed and the path determine. Some nullable values are null,
 * lists differ in length, and `failing` percent of the fields fail.
 */
export function madeUpResolver(seed: string, failing: number): GraphQLFieldResolver<unknown, unknown> {
  return (source, _, __, { fieldName, path, returnType, schema }) => {
    if (isRecord(source) && Object.hasOwn(source, fieldName)) return source[fieldName];
    const words: (string | number)[] = [seed];
    for (let at: typeof path | undefined = path; at; at = at.prev) words.push(at.key);
    const place = words.join(" ");
    if (numberFrom(`${place} fails`, 100) < failing)
      throw new GraphQLError(`failed at ${place}`, { extensions: { code: "NOT_FOUND" } });
    return madeUp(schema, returnType, place, false);
  };
}

function madeUp(schema: GraphQLSchema, type: GraphQLOutputType, place: string, required: boolean): unknown {
  if (isNonNullType(type)) return madeUp(schema, type.ofType, place, true);
  if (!required && numberFrom(`${place} null`, 8) === 0) return null;
  if (isListType(type)) {
    const entries = Array.from({ length: numberFrom(`${place} length`, 4) });
    return entries.map((_, index) => madeUp(schema, type.ofType, `${place} ${index}`, false));
  }
  const number = numberFrom(place, 1_000);
  if (isAbstractType(type)) {
    const possible = schema.getPossibleTypes(type);
    return { __typename: possible[number % possible.length]?.name };
  }
  if (isObjectType(type)) return { __typename: type.name };
  if (isEnumType(type)) return type.getValues()[number % type.getValues().length]?.value;
  const leaves: Readonly<Record<string, unknown>> = {
    Int: number,
    Float: number / 8,
    Boolean: number % 2 === 0,
    ID: `id-${number}`,
    String: `text ${number}`,
  };
  return leaves[type.name] ?? { any: [number, null, "thing"] };
}

/** Invalid values that replace valid ones. */
const wrong: readonly unknown[] = [
  null,
  "text",
  "Good",
  "Hidden",
  7,
  1.5,
  Number.MAX_VALUE,
  true,
  [],
  [null],
  { id: "bare" },
  { __typename: "Book", id: "other" },
  { __typename: "Secret" },
  { __typename: "Unknown" },
  { __typename: 7 },
];

/** Returns a copy of the data in which some parts are missing, null, or of another kind. */
export function corrupt(data: object, seed: string, times: number): Record<string, unknown> {
  const copy = { ...structuredClone(data) };
  for (let nth = 0; nth < times; nth += 1) {
    const places = membersOf(copy);
    const place = places[numberFrom(`${seed} ${nth} where`, Math.max(1, places.length))];
    if (!place) break;
    const value = wrong[numberFrom(`${seed} ${nth} what`, wrong.length + 4)];
    if (value !== undefined) Reflect.set(place.holder, place.key, structuredClone(value));
    else if (Array.isArray(place.holder)) place.holder.splice(Number(place.key), 1);
    else Reflect.deleteProperty(place.holder, place.key);
  }
  return copy;
}

function membersOf(value: unknown): { readonly holder: object; readonly key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => [{ holder: value, key }, ...membersOf(Reflect.get(value, key))]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
