import fc from "fast-check";
import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
} from "graphql";

/** An operation that is valid for a schema, and values for its variables. */
export interface RandomOperation {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Pick = <Value>(values: readonly Value[]) => Value;

/** Names that every object or list inherits. */
const inherited = ["__proto__", "constructor", "toString", "length", "map"];
/** The largest number of selections. Larger operations mostly have selections that conflict. */
const mostSelections = 40;
const conditions = ["@skip(if: $yes)", "@skip(if: $no)", "@include(if: $yes)", "@include(if: $no)", "@skip(if: false)"];

/**
 * Generates valid queries that may select any type and field of a schema. They contain aliases, repeated fields,
 * `__typename` under several aliases, and named and inline fragments. Fields and fragments may have `@skip` or
 * `@include`.
 */
export function randomOperation(schema: GraphQLSchema): fc.Arbitrary<RandomOperation> {
  return fc.gen().map((g) => {
    const pick: Pick = (values) => {
      const value = values[g(fc.nat, { max: values.length - 1 })];
      if (value === undefined) throw new Error("there is nothing to pick from");
      return value;
    };
    let text = writeOperation(schema, pick);
    for (let more = 4; more > 0 && !isValid(schema, text); more -= 1) text = writeOperation(schema, pick);
    if (!isValid(schema, text)) text = "{ __typename }";
    // `$yes` has no default value and is always sent. `$no` has a default value and is sometimes left out.
    const variables = pick([{}, { no: true }, { no: false }]);
    return { text, variables: { yes: pick([true, false]), ...variables } };
  });
}

function isValid(schema: GraphQLSchema, text: string): boolean {
  return validate(schema, parse(text)).length === 0;
}

function writeOperation(schema: GraphQLSchema, pick: Pick): string {
  const fragments: string[] = [];
  const names = [...inherited];
  let [count, given] = [0, 0];
  const composites = Object.values(schema.getTypeMap())
    .filter(isCompositeType)
    .filter(({ name }) => !name.startsWith("__"));
  const often = (outOfTen: number) => pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) < outOfTen;
  const condition = () => (often(2) ? ` ${pick(conditions)}` : "");

  function selections(type: GraphQLCompositeType, depth: number): string {
    const parts = Array.from({ length: pick([1, 2, 3, 4]) }, () => selection(type, depth));
    // The last field has neither `@skip` nor `@include`. At least one field of the selection set therefore always
    // remains.
    return `{ ${parts.join(" ")} ${often(5) ? "__typename" : plain(type)} }`;
  }

  function plain(type: GraphQLCompositeType): string {
    const leaf = "getFields" in type && Object.values(type.getFields()).find((field) => !needsMore(field));
    return leaf ? `${leaf.name}${args(leaf)}` : "__typename";
  }

  function selection(type: GraphQLCompositeType, depth: number): string {
    count += 1;
    if (depth <= 0 || count > mostSelections) return plain(type);
    if (often(1)) return `${alias()}__typename${condition()}`;
    if (!("getFields" in type) || often(3)) return fragment(type, depth);
    const field = pick(Object.values(type.getFields()).filter(takesPlainArguments));
    const inner = getNamedType(field.type);
    const below = isCompositeType(inner) ? ` ${selections(inner, depth - 1)}` : "";
    return `${often(3) ? alias() : ""}${field.name}${args(field)}${condition()}${below}`;
  }

  /** Returns a new alias for each call, because GraphQL refuses two different fields with one name. */
  function alias(): string {
    given += 1;
    return `${names.shift() ?? `alias${given}`}: `;
  }

  function fragment(type: GraphQLCompositeType, depth: number): string {
    const fitting = composites.filter((other) => overlap(schema, type, other));
    const on = pick(fitting);
    if (often(4)) {
      const name = `F${fragments.length}`;
      fragments.push("");
      const place = fragments.length - 1;
      fragments[place] = `fragment ${name} on ${on.name} ${selections(on, depth - 1)}`;
      const spread = `...${name}${condition()}`;
      return often(2) ? `${spread} ${spread}` : spread;
    }
    const target = on === type && often(5) ? "" : ` on ${on.name}`;
    return `...${target}${condition()} ${selections(on, depth - 1)}`;
  }

  function args({ args: known }: GraphQLField<unknown, unknown>): string {
    const written = known.filter(isRequiredArgument).map(({ name, type }) => {
      const named = getNamedType(type);
      const value = isEnumType(named)
        ? pick(named.getValues()).name
        : ({ Int: "2", Float: "1.5", Boolean: "true" }[named.name] ?? '"x"');
      return `${name}: ${value}`;
    });
    return written.length > 0 ? `(${written.join(", ")})` : "";
  }

  const root = schema.getQueryType();
  if (!root) throw new Error("the schema has no queries");
  const text = `${selections(root, 5)} ${fragments.join(" ")}`;
  const used = [
    ["$yes: Boolean!", "$yes"],
    ["$no: Boolean! = false", "$no"],
  ].filter(([, name]) => text.includes(name ?? ""));
  return `query Random${used.length > 0 ? `(${used.map(([definition]) => definition).join(" ")})` : ""} ${text}`;
}

/**
 * Reports whether a field can be selected without an input object as argument. Generated operations contain no input
 * objects, because input objects do not affect the responses.
 */
function takesPlainArguments({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.every((arg) => !isRequiredArgument(arg) || !isInputObjectType(getNamedType(arg.type)));
}

function needsMore({ type, args }: GraphQLField<unknown, unknown>): boolean {
  return isCompositeType(getNamedType(type)) || args.some(isRequiredArgument);
}

function overlap(schema: GraphQLSchema, a: GraphQLCompositeType, b: GraphQLCompositeType): boolean {
  const of = (type: GraphQLCompositeType) => (isAbstractType(type) ? schema.getPossibleTypes(type) : [type]);
  return of(a).some((one) => isObjectType(one) && of(b).includes(one));
}
