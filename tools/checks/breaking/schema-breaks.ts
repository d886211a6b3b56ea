/** The compared part of a JSON schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/**
 * Whether the body is part of a request or of a response. A new version of a request may accept more types and require
 * fewer members, but not the reverse. A new version of a response may contain fewer types, but not more, and its
 * required members must remain required. Neither may lose members.
 */
type Way = "requests" | "answers";

export interface ComparedSchema {
  readonly before: Schema;
  readonly after: Schema;
  /**
   * The name of the compared schemas in messages. If `before` refers to a named schema, messages use the name of that
   * schema instead.
   */
  readonly place: string;
  readonly way: Way;
}

/** The schemas of a description, by reference. */
export type Lookup = (reference: string) => Schema;

/**
 * Returns a function that compares the schemas of two bodies: their members, the types of the members, and which
 * members are required. It does not compare lengths, patterns or lists of values. A break in a named schema is reported
 * once, with the name of the schema as its place.
 */
export function schemaComparer(findBefore: Lookup, findAfter: Lookup): (compared: ComparedSchema) => string[] {
  const seen = new Set<string>();

  return function compare({ before, after, place, way }): string[] {
    const name = before.$ref?.split("/").at(-1);
    if (seen.has(`${way} ${name}`)) return [];
    if (name !== undefined) seen.add(`${way} ${name}`);
    const here = {
      before: before.$ref === undefined ? before : findBefore(before.$ref),
      after: after.$ref === undefined ? after : findAfter(after.$ref),
      place: name ?? place,
      way,
    };
    return [...brokenHere(here), ...within(here).flatMap(compare)];
  };
}

function brokenHere({ before, after, place, way }: ComparedSchema): string[] {
  const [old, now] = [typesOf(before), typesOf(after)];
  const isSafe = way === "requests" ? takes(now, old) : takes(old, now);
  const { properties: members = {}, required: needed = [] } = before;
  const { properties: membersNow = {}, required: neededNow = [] } = after;
  const stricter = way === "requests" ? neededNow.filter((name) => !needed.includes(name)) : [];
  const looser = way === "answers" ? needed.filter((name) => name in membersNow && !neededNow.includes(name)) : [];
  return [
    ...(isSafe ? [] : [`${place} in ${way} changed type from ${shown(old)} to ${shown(now)}.`]),
    ...Object.keys(members)
      .filter((name) => !(name in membersNow))
      .map((name) => `${place}.${name} was removed from ${way}.`),
    ...(way === "requests" ? lostAlternatives(before, after) : []).map(
      (name) => `${place} (${name}) was removed from requests.`,
    ),
    ...stricter.map((name) => `${place}.${name} is required in requests now.`),
    ...looser.map((name) => `${place}.${name} may be missing from answers now.`),
  ];
}

/** Pairs of nested schemas. */
function within({ before, after, place, way }: ComparedSchema): ComparedSchema[] {
  const pair = (old: Schema | boolean | undefined, now: Schema | boolean | undefined, inside: string) =>
    typeof old === "object" && typeof now === "object" ? [{ before: old, after: now, place: inside, way }] : [];
  const members = Object.entries(before.properties ?? {});
  return [
    ...members.flatMap(([name, member]) => pair(member, after.properties?.[name], `${place}.${name}`)),
    ...[...alternativesOf(before)].flatMap(([name, one]) =>
      pair(one, alternativesOf(after).get(name), `${place} (${name})`),
    ),
    ...pair(before.items, after.items, `${place}[]`),
    ...pair(before.additionalProperties, after.additionalProperties, `${place}.*`),
  ];
}

function lostAlternatives(before: Schema, after: Schema): string[] {
  const now = alternativesOf(after);
  // If the new schema is not a union, no alternative is reported here. The new schema then either accepts every type,
  // or has another type, which `brokenHere` already reports.
  return now.size === 0 ? [] : [...alternativesOf(before).keys()].filter((name) => !now.has(name));
}

/**
 * Returns the alternatives of a union by key. The key consists of the values of the alternative's constant members. An
 * alternative without constant members has its schema name as key, or its position if it has no name either.
 */
function alternativesOf({ oneOf, anyOf }: Schema): ReadonlyMap<string, Schema> {
  const named = (oneOf ?? anyOf ?? []).map((one, place): [string, Schema] => {
    const constants = Object.values(one.properties ?? {}).flatMap((member) => member.const ?? []);
    return [constants.join(", ") || one.$ref?.split("/").at(-1) || `${place + 1}`, one];
  });
  return new Map(named);
}

/** Returns whether `wide` contains all types in `narrow`. A schema without types accepts every type. */
function takes(wide: readonly string[], narrow: readonly string[]): boolean {
  return wide.length === 0 || (narrow.length > 0 && narrow.every((type) => wide.includes(type)));
}

const typesOf = ({ type = [] }: Schema): readonly string[] => (typeof type === "string" ? [type] : type);
const shown = (types: readonly string[]) => types.join(" or ") || "anything";
