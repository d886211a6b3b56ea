import {
  type ConstDirectiveNode,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  parse,
  print,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from "graphql";

/**
 * The type of a part of a schema. Only fields, input fields and arguments have a type. For all other parts, `type` is
 * an empty string.
 */
interface PartType {
  readonly type: string;
  /** Whether clients send values of the type. */
  readonly isInput: boolean;
}

/** The parts of a schema by their coordinates, such as "Group.name" and "Query.group(id:)". */
export type SchemaParts = ReadonlyMap<string, PartType>;

const UNTYPED: PartType = { type: "", isInput: false };

/**
 * Returns the schema parts that each subgraph must have, by the name of the subgraph. These are the parts that query
 * plans of the supergraph may use.
 */
export function neededParts(supergraph: string): ReadonlyMap<string, SchemaParts> {
  const document = parse(supergraph, { noLocation: true });
  const names = graphNames(document);
  const needed = new Map([...names.values()].map((name) => [name, new Map<string, PartType>()]));
  const add = (graph: string, part: string, type = UNTYPED) => needed.get(names.get(graph) ?? "")?.set(part, type);

  for (const type of document.definitions) {
    if (!isType(type) || /^(?:join|link)__/.test(type.name.value)) continue;
    const owner = type.name.value;
    const graphs = new Set<string>();
    for (const join of directivesOf(type, "join__type")) {
      const graph = argumentOf(join, "graph") ?? "";
      graphs.add(graph);
      // Only scalar types are added as types. For any other type, its fields, values or members are added below.
      if (type.kind === Kind.SCALAR_TYPE_DEFINITION) add(graph, owner);
      const key = argumentOf(join, "key");
      if (key !== undefined && argumentOf(join, "resolvable") !== "false")
        add(graph, `${owner} @key ${inOneForm(key)}`);
    }
    for (const join of directivesOf(type, "join__implements"))
      add(argumentOf(join, "graph") ?? "", `${owner} implements ${argumentOf(join, "interface")}`);
    for (const join of directivesOf(type, "join__unionMember"))
      add(argumentOf(join, "graph") ?? "", `${owner} = ${argumentOf(join, "member")}`);
    for (const value of valuesOf(type))
      for (const join of directivesOf(value, "join__enumValue"))
        add(argumentOf(join, "graph") ?? "", `${owner}.${value.name.value}`);
    for (const field of fieldsOf(type)) {
      const joins = directivesOf(field, "join__field");
      // A field without the directive `join__field` comes from every subgraph that declares `owner`, the type to which
      // the field belongs.
      const sources = joins.length > 0 ? joins : [...graphs];
      for (const source of sources) {
        const join = typeof source === "string" ? undefined : source;
        const graph = typeof source === "string" ? source : argumentOf(source, "graph");
        if (graph === undefined) continue;
        add(graph, `${owner}.${field.name.value}`, typeOf(field, join && argumentOf(join, "type")));
        if (join && argumentOf(join, "external") === "true") continue;
        for (const each of argumentsOf(field))
          add(graph, `${owner}.${field.name.value}(${each.name.value}:)`, typeOf(each));
      }
    }
  }
  return needed;
}

/**
 * Returns the coordinates of the needed parts that are missing in `sdl`, or that have an incompatible type there. A
 * field that is not nullable in the supergraph must not be nullable in `sdl`. An argument or input field that is
 * optional in the supergraph must not be required in `sdl`.
 */
export function missingParts(needed: SchemaParts, sdl: string): readonly string[] {
  const present = partsOf(sdl);
  const isMissing = ([part, { type, isInput }]: readonly [string, PartType]) => {
    const found = present.get(part)?.type;
    return found === undefined || !(isInput ? isAtLeastAsStrict(type, found) : isAtLeastAsStrict(found, type));
  };
  return [...needed].filter(isMissing).map(([part]) => part);
}

/**
 * Reports whether `strict` and `loose` are the same type, apart from null: `strict` may exclude null at places where
 * `loose` allows it. Both are written as in SDL, such as `[Thing!]!`.
 */
function isAtLeastAsStrict(strict: string, loose: string): boolean {
  let place = 0;
  for (const character of loose) {
    if (strict[place] === "!" && character !== "!") place += 1;
    if (strict[place] !== character) return false;
    place += 1;
  }
  return place === strict.length || (strict[place] === "!" && place + 1 === strict.length);
}

/** Returns the parts of a subgraph's schema. */
function partsOf(sdl: string): SchemaParts {
  const parts = new Map<string, PartType>();
  const add = (part: string, type = UNTYPED) => parts.set(part, type);
  for (const type of parse(sdl, { noLocation: true }).definitions) {
    if (!isType(type)) continue;
    const owner = type.name.value;
    if (type.kind === Kind.SCALAR_TYPE_DEFINITION) add(owner);
    for (const key of directivesOf(type, "key")) add(`${owner} @key ${inOneForm(argumentOf(key, "fields") ?? "")}`);
    for (const { name } of "interfaces" in type ? (type.interfaces ?? []) : [])
      add(`${owner} implements ${name.value}`);
    for (const { name } of "types" in type ? (type.types ?? []) : []) add(`${owner} = ${name.value}`);
    for (const { name } of valuesOf(type)) add(`${owner}.${name.value}`);
    for (const field of fieldsOf(type)) {
      const part = `${owner}.${field.name.value}`;
      add(part, typeOf(field));
      for (const each of argumentsOf(field)) add(`${part}(${each.name.value}:)`, typeOf(each));
    }
  }
  return parts;
}

type AnyType = TypeDefinitionNode | TypeExtensionNode;
type AnyField = FieldDefinitionNode | InputValueDefinitionNode;

function isType(node: { readonly kind: Kind }): node is AnyType {
  return /Type(?:Definition|Extension)$/.test(node.kind);
}

function valuesOf(type: AnyType): NonNullable<EnumTypeDefinitionNode["values"]> {
  return "values" in type ? (type.values ?? []) : [];
}

function fieldsOf(type: AnyType): readonly AnyField[] {
  return "fields" in type ? (type.fields ?? []) : [];
}

function argumentsOf(field: AnyField): readonly InputValueDefinitionNode[] {
  return "arguments" in field ? (field.arguments ?? []) : [];
}

/** Returns the directives of this name at a node of the SDL. */
function directivesOf(
  { directives = [] }: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): readonly ConstDirectiveNode[] {
  return directives.filter((directive) => directive.name.value === name);
}

/** Returns the value of an argument as text. */
function argumentOf(directive: ConstDirectiveNode, name: string): string | undefined {
  const value = directive.arguments?.find((argument) => argument.name.value === name)?.value;
  if (!value) return undefined;
  return value.kind === Kind.STRING || value.kind === Kind.ENUM ? value.value : print(value);
}

function typeOf({ kind, type }: AnyField, joined?: string): PartType {
  return { type: joined ?? print(type), isInput: kind === Kind.INPUT_VALUE_DEFINITION };
}

/** Writes the fields of a key with single spaces. */
function inOneForm(fields: string): string {
  return fields
    .replaceAll(/([{}])/g, " $1 ")
    .trim()
    .split(/[\s,]+/)
    .join(" ");
}

/**
 * Returns a map from each value of the enum `join__Graph` to the name of a subgraph. The supergraph refers to its
 * subgraphs by these values.
 */
function graphNames(document: DocumentNode): ReadonlyMap<string, string> {
  const graphs = document.definitions.find(
    (node) => node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === "join__Graph",
  );
  const values = graphs?.kind === Kind.ENUM_TYPE_DEFINITION ? (graphs.values ?? []) : [];
  return new Map(
    values.map((value) => {
      const [join] = directivesOf(value, "join__graph");
      return [value.name.value, (join && argumentOf(join, "name")) ?? ""];
    }),
  );
}
