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
      // The library's pattern for times is deleted, because it is too long to read and the format says the same.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      // The library leaves out the examples of a schema that transforms the parsed value. They are added here, because
      // they are examples of the value before parsing, which this text describes.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  });
  return text;
}

export const ref = (kind: "schemas" | "responses" | "headers" | "parameters", name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Writes "this type or null" as a list of types. Readers and generators handle that better than an anyOf. */
function joinNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, other, ...more] = schema.anyOf ?? [];
  if (value === undefined || other?.type !== "null" || more.length > 0 || typeof value.type !== "string") return;
  delete schema.anyOf;
  Object.assign(schema, { ...value, ...schema, type: [value.type, "null"] });
}
