import fc from "fast-check";

/** The part of JSON Schema that REST descriptions use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly examples?: readonly unknown[];
}

/**
 * Generates values that a schema allows. Most values are small, but some texts have the maximum length. `find` returns
 * the schema that a `$ref` refers to.
 */
export function arbitraryOf(schema: Schema, find: (reference: string) => Schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return arbitraryOf(find(schema.$ref), find);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => arbitraryOf(branch, find)));
  // A schema without a type allows everything.
  if (schema.type === undefined) return fc.jsonValue();
  const types = [schema.type].flat();
  const made = fc.oneof(...types.map((type) => ofType(type, schema, find)));
  return schema.examples ? fc.oneof(fc.constantFrom(...schema.examples), made) : made;
}

const TIMES = fc
  .date({ min: new Date("1970-01-01T00:00:00Z"), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })
  .map((time) => time.toISOString());

function ofType(type: string, schema: Schema, find: (reference: string) => Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case "string":
      return textOf(schema);
    case "array":
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => arbitraryOf(item, find)));
      return fc.array(arbitraryOf(schema.items ?? { type: "string" }, find), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case "object":
      return objectOf(schema, find);
    default:
      throw new Error(`no values are made of the type "${type}"`);
  }
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 16, format, pattern } = schema;
  if (format === "date-time") return TIMES;
  // In the schemas of this repository, a pattern beside a maximum length only forbids some characters. The code below
  // ignores such a pattern and generates texts from the lengths alone.
  if (pattern !== undefined && schema.maxLength === undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  const printable = fc.string({ minLength, maxLength: Math.min(maxLength, 16), unit: "grapheme" });
  return fc.oneof({ weight: 9, arbitrary: printable }, { weight: 1, arbitrary: fc.constant("x".repeat(maxLength)) });
}

function objectOf(schema: Schema, find: (reference: string) => Schema): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  if (!properties) {
    const value = typeof additionalProperties === "object" ? arbitraryOf(additionalProperties, find) : fc.jsonValue();
    return fc.dictionary(textOf({ minLength: 1, ...propertyNames }), value, { maxKeys: 4 });
  }
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, one] of Object.entries(properties)) members[name] = arbitraryOf(one, find);
  return fc.record(members, { requiredKeys: [...required] });
}
