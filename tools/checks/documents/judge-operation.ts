import { type GraphQLObjectType, type GraphQLSchema, parse, validate } from "graphql";
import type { ShownOperation } from "./find-operations.ts";

/** Returns the errors of an operation according to a schema. The list is empty if the operation is valid. */
export function judgeOperation(schema: GraphQLSchema, { kind, text }: ShownOperation): readonly string[] {
  if (kind === "operation") return judgeDocument(schema, text);
  const [name = ""] = /^\w+/.exec(text) ?? [];
  const root = rootOf(schema, name);
  if (kind === "signature") return root ? judgeSignature(root, name, text) : [];
  if (root === undefined) return [`the graph has no ${name}`];
  if (kind === "name") return [];
  return judgeDocument(schema, `${root === schema.getMutationType() ? "mutation" : "query"} { ${text} }`);
}

function judgeDocument(schema: GraphQLSchema, text: string): readonly string[] {
  try {
    return validate(schema, parse(text)).map(({ message }) => message);
  } catch (error) {
    return [String(error)];
  }
}

function rootOf(schema: GraphQLSchema, field: string): GraphQLObjectType | undefined {
  return [schema.getQueryType(), schema.getMutationType()].find((root) => root?.getFields()[field]) ?? undefined;
}

/** Checks the argument names in a signature such as `deliveries(integrationId, state: Parked)`. */
function judgeSignature(root: GraphQLObjectType, field: string, text: string): readonly string[] {
  const known = root.getFields()[field]?.args.map(({ name }) => name) ?? [];
  const [, inside = ""] = /\((.*)\)/s.exec(text) ?? [];
  const named = inside.split(",").flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? []);
  return named.filter((name) => !known.includes(name)).map((name) => `${field} has no argument ${name}`);
}
