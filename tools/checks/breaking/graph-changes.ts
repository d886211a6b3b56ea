import {
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from "graphql";
import type { Changes } from "./judge-changes.ts";

type Input = GraphQLArgument | GraphQLInputField;

/**
 * Returns the changes between two schemas that break clients of the first one: those that graphql-js finds, and some
 * that it does not find.
 */
export function graphChanges(before: string, after: string): Changes {
  const [old, now] = [buildSchema(before), buildSchema(after)];
  const inputs = sharedInputs(old, now);
  const found = findBreakingChanges(old, now).map(({ description }) => description);
  return {
    // If the last use of a built-in scalar is removed, the scalar disappears from the schema. Only the removed use is
    // reported.
    breaks: [
      ...found.filter((one) => !one.startsWith("Standard scalar ")),
      ...lostDefaults(inputs),
      ...oneOf(old, now),
    ],
    dangers: [...findDangerousChanges(old, now).map(({ description }) => description), ...otherDefaults(inputs)],
  };
}

interface SharedInput {
  /** "Type.field arg name", or "Type.field" of an input type. */
  readonly place: string;
  readonly old: Input;
  readonly now: Input;
}

/**
 * Returns a sentence for each non-null input that lost its default. Clients that do not send such an input break.
 * graphql-js does not report this as a breaking change.
 */
function lostDefaults(inputs: readonly SharedInput[]): string[] {
  return inputs
    .filter(({ old, now }) => String(old.type) === String(now.type) && !isRequired(old) && isRequired(now))
    .map(({ place }) => `${place} lost its defaultValue and is required now.`);
}

/**
 * Returns a sentence for each input field with a changed default. graphql-js finds changed defaults of arguments only.
 */
function otherDefaults(inputs: readonly SharedInput[]): string[] {
  return inputs
    .filter(({ place }) => !place.includes(" arg "))
    .filter(({ old, now }) => JSON.stringify(old.defaultValue) !== JSON.stringify(now.defaultValue))
    .map(({ place, old, now }) => `${place} has changed defaultValue from ${shown(old)} to ${shown(now)}.`);
}

const shown = ({ defaultValue }: Input) => (defaultValue === undefined ? "none" : JSON.stringify(defaultValue));
const isRequired = (input: Input) => isRequiredArgument(input) || isRequiredInputField(input);

function oneOf(old: GraphQLSchema, now: GraphQLSchema): string[] {
  return Object.values(old.getTypeMap()).flatMap((type) => {
    const same = now.getType(type.name);
    const became = isInputObjectType(type) && isInputObjectType(same) && !type.isOneOf && same.isOneOf;
    return became ? [`${type.name} takes exactly one of its fields now.`] : [];
  });
}

function sharedInputs(old: GraphQLSchema, now: GraphQLSchema): SharedInput[] {
  const later = new Map(inputsOf(now));
  return inputsOf(old).flatMap(([place, input]) => {
    const same = later.get(place);
    return same ? [{ place, old: input, now: same }] : [];
  });
}

function inputsOf(schema: GraphQLSchema): [string, Input][] {
  return Object.values(schema.getTypeMap()).flatMap((type): [string, Input][] => {
    if (isInputObjectType(type))
      return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field]);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) =>
      field.args.map((arg): [string, Input] => [`${type.name}.${field.name} arg ${arg.name}`, arg]),
    );
  });
}
