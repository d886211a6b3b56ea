import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from "graphql";
import type { FieldError } from "../http/failure.ts";

const MAX_ERRORS = 100;

/**
 * Returns the errors in the variables of an operation, at most 100. If the type of a variable is an input object, the
 * path of an error inside the object does not contain the variable's name (`rules[1].sources[0].type`). Every other
 * path begins with the variable's name. If a whole variable is wrong, the path is only its name (`id`).
 */
export function variableErrors(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): FieldError[] {
  const errors: FieldError[] = [];
  const report = (path: string, message: string) => {
    if (errors.length < MAX_ERRORS) errors.push({ path, message });
  };

  function check(type: GraphQLInputType, value: unknown, path: string, inside: string): void {
    if (errors.length >= MAX_ERRORS) return;
    if (isNonNullType(type)) {
      if (value === null || value === undefined) report(path, "is required");
      else check(type.ofType, value, path, inside);
      return;
    }
    if (value === null || value === undefined) return;
    if (isListType(type)) {
      // A single value where a list is expected counts as a list of one.
      const items = Array.isArray(value) ? value.entries() : undefined;
      if (!items) check(type.ofType, value, path, inside);
      else for (const [index, item] of items) check(type.ofType, item, `${path}[${index}]`, `${path}[${index}].`);
      return;
    }
    if (isInputObjectType(type)) {
      if (!isRecord(value)) {
        report(path, "must be an object");
        return;
      }
      const members = type.getFields();
      for (const name of Object.keys(value)) {
        if (!Object.hasOwn(members, name)) report(`${inside}${shorten(name)}`, "is not known here");
      }
      for (const member of Object.values(members)) {
        const given = Object.hasOwn(value, member.name) ? value[member.name] : undefined;
        if (given === undefined && member.defaultValue !== undefined) continue;
        check(member.type, given, `${inside}${member.name}`, `${inside}${member.name}.`);
      }
      return;
    }
    if (isEnumType(type)) {
      const names = type.getValues().map(({ name }) => name);
      if (typeof value !== "string" || !names.includes(value))
        report(path, `${quote(value)} is not one of ${names.join(", ")}`);
      return;
    }
    try {
      if (type.parseValue(value) === undefined) report(path, `${quote(value)} is not ${expected(type.name)}`);
    } catch {
      report(path, `${quote(value)} is not ${expected(type.name)}`);
    }
  }

  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined;
    if (!type) continue;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined && definition.defaultValue) continue;
    check(type, value, name, isInputObjectType(isNonNullType(type) ? type.ofType : type) ? "" : `${name}.`);
  }
  return errors;
}

function expected(typeName: string): string {
  const words: Readonly<Record<string, string>> = {
    Int: "a whole number of 32 bits",
    Float: "a number",
    String: "a text",
    Boolean: "true or false",
    ID: "a text or a whole number",
  };
  return words[typeName] ?? `a value of ${typeName}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function quote(value: unknown): string {
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  return typeof value === "string" ? `"${shorten(value)}"` : String(value);
}

function shorten(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text;
}
