import { type Json, schemaText } from "@network-access/service-runtime/schema-text";
import type { z } from "zod";

/**
 * Creates a collector of schemas that have an id (`meta({ id })`). The collected schemas become the components of one
 * OpenAPI description.
 */
export function createSchemaComponents() {
  const components = new Map<string, Json>();

  return {
    /**
     * Returns `schema` as JSON Schema. Every schema with an id is added to the components and replaced by a reference.
     */
    describe(schema: z.ZodType): Json {
      const { $defs = {}, ...text } = schemaText(schema);
      for (const [name, component] of Object.entries($defs as Json)) components.set(name, inComponents(component));
      return inComponents(text);
    },
    all: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

export type SchemaComponents = ReturnType<typeof createSchemaComponents>;

function inComponents(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
