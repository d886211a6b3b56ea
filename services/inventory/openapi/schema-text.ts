import { z } from "zod";

/** A part of the description, as JSON. */
export type Json = { readonly [name: string]: unknown };

/** What a schema takes or gives, in the description's words (JSON Schema 2020-12). */
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
      // The library leaves examples away where parsing rewrites the value; ours are of what is sent.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  });
  return text;
}

export const ref = (kind: "schemas" | "responses" | "headers" | "parameters", name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

/** "This type or null" in one line instead of an anyOf; readers and generators take it better. */
function joinNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [one, other, ...more] = schema.anyOf ?? [];
  if (one === undefined || other?.type !== "null" || more.length > 0 || typeof one.type !== "string") return;
  delete schema.anyOf;
  Object.assign(schema, { ...one, ...schema, type: [one.type, "null"] });
}
