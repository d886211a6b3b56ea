import { z } from "zod";

export type JsonSchema = Readonly<Record<string, unknown>>;

interface ObjectSchema extends JsonSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Returns the schema of a tool's arguments for clients. It allows null for optional arguments. */
export function inputSchemaOf(input: z.ZodObject): ObjectSchema {
  const schema = lean(z.toJSONSchema(input, { io: "input" })) as unknown as ObjectSchema;
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    required.has(name) ? property : orNull(property),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Describes a tool's structured content. */
export function outputSchemaOf(output: z.ZodType): JsonSchema {
  return lean(z.toJSONSchema(output, { io: "output" })) as JsonSchema;
}

/**
 * Members that are left out of schemas, because clients do not need them. `$schema` states the default dialect. Only
 * `digitArguments` (read-arguments.ts) reads `textRefused`.
 */
const OWN: ReadonlySet<string> = new Set(["$schema", "textRefused"]);

/**
 * Returns a schema without the members in `OWN`, and without bounds that equal the largest or the smallest safe
 * integer. Applies `joinTypes`.
 */
function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(joinTypes(schema)).filter(([key, value]) => !OWN.has(key) && !isSafeBound(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, lean(value)]));
}

/** Replaces an `anyOf` of plain types with a list of the types. */
function joinTypes(schema: object): object {
  if (!("anyOf" in schema) || !Array.isArray(schema.anyOf)) return schema;
  const { anyOf, ...rest } = schema;
  const choices: readonly unknown[] = schema.anyOf.map(lean);
  const types = choices.flatMap((choice) => {
    const entries = Object.entries(choice as object);
    return entries.length === 1 && entries[0]?.[0] === "type" ? [entries[0][1]] : [];
  });
  return types.length === choices.length ? { ...rest, type: types } : schema;
}

function isSafeBound(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

function orNull(property: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = property;
  if (Array.isArray(anyOf)) return { ...property, anyOf: [...anyOf, { type: "null" }] };
  return {
    ...property,
    ...(type !== undefined && { type: [type, "null"].flat() }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}
