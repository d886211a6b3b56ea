import type { Changes } from "./judge-changes.ts";
import { type Schema, schemaComparer } from "./schema-breaks.ts";
import { narrowedValues, type ValueSchema } from "./value-breaks.ts";

interface ListedTool {
  readonly name: string;
  readonly inputSchema: ValueSchema;
  readonly outputSchema: Schema;
  readonly annotations: Readonly<Record<string, unknown>>;
}
interface ToolSchemas {
  readonly withKey: readonly ListedTool[];
  readonly withoutKey: readonly ListedTool[];
}

/** Returns the changes between two texts of tools.json that break clients of the first one. */
export function toolChanges(before: string, after: string): Changes {
  const [old, now]: [ToolSchemas, ToolSchemas] = [JSON.parse(before), JSON.parse(after)];
  const [all, open] = [byName(now.withKey), byName(now.withoutKey)];
  const compared = old.withKey.map((tool) => compareTool(tool, all.get(tool.name)));
  const closed = old.withoutKey.filter(({ name }) => all.has(name) && !open.has(name));
  return {
    breaks: [...compared.flatMap(({ breaks }) => breaks), ...closed.map(({ name }) => `${name} needs a key now.`)],
    dangers: compared.flatMap(({ dangers }) => dangers),
  };
}

function compareTool(before: ListedTool, after: ListedTool | undefined): Changes {
  const place = before.name;
  if (after === undefined) return { breaks: [`${place} was removed.`], dangers: [] };
  const compareSchema = schemaComparer(noReferences, noReferences);
  const [input, output] = [
    { before: joinTypes(before.inputSchema), after: joinTypes(after.inputSchema), place, way: "requests" as const },
    { before: before.outputSchema, after: after.outputSchema, place, way: "answers" as const },
  ];
  const changed = Object.keys(before.annotations).filter(
    (name) => name !== "title" && before.annotations[name] !== after.annotations[name],
  );
  return {
    breaks: [...compareSchema(input), ...narrowedValues(input), ...compareSchema(output)],
    dangers: changed.map(
      (name) => `${place} changed ${name} from ${before.annotations[name]} to ${after.annotations[name]}.`,
    ),
  };
}

const byName = (tools: readonly ListedTool[]) => new Map(tools.map((tool) => [tool.name, tool]));

function noReferences(reference: string): never {
  throw new Error(`a schema of a tool refers to ${reference}; schemas of tools stand alone`);
}

/** Replaces a choice between simple types, such as an integer or a text, by one schema that lists these types. */
function joinTypes({ anyOf, ...schema }: ValueSchema): ValueSchema {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, joinTypes(member)]);
  const types = (anyOf ?? []).flatMap(({ type = [] }) => type);
  const areSimple = anyOf?.every(({ type, properties, items }) => type !== undefined && !properties && !items);
  return {
    ...schema,
    ...(anyOf && (areSimple ? { type: types } : { anyOf })),
    ...(schema.properties && { properties: Object.fromEntries(members) }),
    ...(schema.items && { items: joinTypes(schema.items) }),
  };
}
