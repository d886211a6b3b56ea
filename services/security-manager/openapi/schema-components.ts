import { type Json, schemaText } from "@network-access/service-runtime/schema-text";
import type { z } from "zod";

/** Collects the schemas that have an id (`meta({ id })`) as components of one description. */
export function createSchemaComponents() {
  const components = new Map<string, Json>();

  return {
    /** Returns a schema as JSON Schema. Schemas with an id become references. */
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
