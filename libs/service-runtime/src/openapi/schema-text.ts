import { z } from "zod";

/** A part of the description, as JSON. */
export type Json = { readonly [name: string]: unknown };

/** Returns a schema as JSON Schema 2020-12. */
export function schemaText(schema: z.ZodType): Json {
  const {
    $schema,
    "~standard": _,
    ...text
  } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      joinNull(jsonSchema);
      // Deletes the library's pattern for times, which is too long to read. The member `format` already describes the
      // form.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      // The library leaves out the examples of a schema with a transform, so they are added here. The examples are
      // values before the transform. The returned JSON Schema also describes the values before the transform
      // (`io: "input"`).
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  });
  return text;
}

export const ref = (kind: "schemas" | "responses" | "headers" | "parameters", name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

/**
 * Replaces an `anyOf` of one type and null by a list of types, such as `["string", "null"]`. Readers and code
 * generators handle the list better.
 */
function joinNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, other, ...more] = schema.anyOf ?? [];
  if (value === undefined || other?.type !== "null" || more.length > 0 || typeof value.type !== "string") return;
  delete schema.anyOf;
  Object.assign(schema, { ...value, ...schema, type: [value.type, "null"] });
}
