import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  type SelectionSetNode,
} from "graphql";

/**
 * The TypedDict classes of a Python module, by class name. Each class maps the names of its members to their type
 * annotations.
 */
export type TypedDicts = ReadonlyMap<string, ReadonlyMap<string, string>>;

const scalars: Readonly<Record<string, string>> = { String: "str", Int: "int", Boolean: "bool", Float: "float" };

/**
 * Reads the TypedDict classes of a Python module. If an annotation is an alias such as `State = Literal[...]`, the
 * `Literal` type takes its place.
 */
export function readTypedDicts(python: string): TypedDicts {
  const aliases = [...python.matchAll(/^(\w+) = (Literal\[.*\])$/gm)];
  const classes = python.matchAll(/^class (\w+)\(TypedDict\):\n((?: {4}.*\n|\n(?= {4}))+)/gm);
  return new Map(
    [...classes].map(([, name = "", body = ""]) => {
      const members = [...body.matchAll(/^ {4}(\w+): (.+)$/gm)].map(([, member = "", type = ""]) => {
        const written = aliases.reduce((text, [, alias, meaning = ""]) => (text === alias ? meaning : text), type);
        return [member, written] as const;
      });
      return [name, new Map(members)];
    }),
  );
}

/** Returns the operations of a Python text by operation name. */
export function readOperations(python: string): ReadonlyMap<string, string> {
  const texts = [...python.matchAll(/^[A-Z]+ = """(.*?)"""/gms)].map(([, text = ""]) => text);
  return new Map(texts.map((text) => [/(?:query|mutation) (\w+)/.exec(text)?.[1] ?? "", text]));
}

/**
 * Compares the response of a GraphQL operation with the TypedDict that has the operation's name. Returns one sentence
 * for each difference.
 */
export function differences(schema: GraphQLSchema, dicts: TypedDicts, name: string, operation: string): string[] {
  const [definition] = parse(operation).definitions;
  if (definition?.kind !== "OperationDefinition") return [`${name} is no operation`];
  const root = definition.operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
  return root ? differencesIn(root, definition.selectionSet, name) : [`the schema has no ${definition.operation}`];

  function differencesIn(type: GraphQLObjectType, selected: SelectionSetNode, dict: string): string[] {
    const members = dicts.get(dict);
    if (members === undefined) return [`there is no TypedDict ${dict}`];
    const fields = selected.selections.flatMap((one) => (one.kind === "Field" ? [one] : []));
    const names = fields.map((field) => field.name.value);
    const unselected = [...members.keys()].filter((member) => !names.includes(member));
    return [
      ...unselected.map((member) => `${dict}.${member} is not selected`),
      ...fields.flatMap(({ name: { value }, selectionSet }): string[] => {
        const field = type.getFields()[value];
        const annotated = members.get(value);
        if (field === undefined || annotated === undefined) return [`${dict} has no ${value}`];
        const inner = /(\w+)\]*(?: \| None)?$/.exec(annotated)?.[1] ?? annotated;
        const named = getNamedType(field.type);
        const wanted = annotation(field.type, isObjectType(named) ? inner : undefined);
        return [
          ...(isSame(annotated, wanted) ? [] : [`${dict}.${value} is ${annotated} and should be ${wanted}`]),
          ...(isObjectType(named) && selectionSet ? differencesIn(named, selectionSet, inner) : []),
        ];
      }),
    ];
  }
}

function annotation(type: GraphQLOutputType, dict: string | undefined): string {
  if (!isNonNullType(type)) return `${bare(type, dict)} | None`;
  return bare(type.ofType, dict);
}

function bare(type: GraphQLOutputType, dict: string | undefined): string {
  if (isListType(type)) return `list[${annotation(type.ofType, dict)}]`;
  const named = getNamedType(type);
  if (isEnumType(named)) return `Literal[${named.getValues().map(({ name }) => `"${name}"`)}]`;
  return dict ?? scalars[named.name] ?? named.name;
}

/**
 * Reports whether a type annotation agrees with the annotation that the schema requires. For an enum, `str` is accepted
 * too, and the values may be in any order.
 */
function isSame(annotated: string, wanted: string): boolean {
  if (annotated === wanted.replace(/Literal\[.*?\]/, "str")) return true;
  const sorted = (text: string) =>
    text.replace(/Literal\[(.*?)\]/, (_, values: string) => values.split(/, ?/).toSorted().join());
  return sorted(annotated) === sorted(wanted);
}
