import type { Changes } from "./judge-changes.ts";
import { type ComparedSchema, type Schema, schemaComparer } from "./schema-breaks.ts";

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}
interface Answer {
  readonly $ref?: string;
  readonly content?: Content;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface ComparedOperation {
  /** The operation, such as "GET /inventory". */
  readonly place: string;
  readonly before: Operation;
  readonly after: Operation;
}

/**
 * Returns how the change from the first to the second OpenAPI text affects clients of the first one: what breaks, and
 * what may behave differently.
 */
export function restChanges(before: string, after: string): Changes {
  const [old, now]: [Description, Description] = [JSON.parse(before), JSON.parse(after)];
  const compareSchema = schemaComparer(lookupIn(old), lookupIn(now));
  const operationsNow = new Map(operationsOf(now));
  const breaks: string[] = [];
  const dangers: string[] = [];
  for (const [place, operation] of operationsOf(old)) {
    const same = operationsNow.get(place);
    if (same === undefined) {
      breaks.push(`${place} was removed.`);
      continue;
    }
    const compared = {
      place,
      before: resolved(operation, lookupIn(old)),
      after: resolved(same, lookupIn(now)),
    };
    const sides = [parameters(compared), body(compared), answers(compared)];
    breaks.push(...sides.flatMap((side) => [...side.breaks, ...side.schemas.flatMap(compareSchema)]));
    dangers.push(...sides.flatMap((side) => side.dangers ?? []));
  }
  return { breaks, dangers };
}

/**
 * The breaks and dangers in one part of an operation (parameters, request body or responses), and the schemas of this
 * part that are still to be compared.
 */
interface Side {
  readonly breaks: readonly string[];
  readonly dangers?: readonly string[];
  readonly schemas: readonly ComparedSchema[];
}

function parameters({ place, before, after }: ComparedOperation): Side {
  const called = (parameter: Parameter) => `the ${parameter.in} parameter "${parameter.name}"`;
  const byName = ({ parameters: list = [] }: Operation) => new Map(list.map((one) => [called(one), one]));
  const [old, now] = [byName(before), byName(after)];
  const removed = [...old].filter(([name]) => !now.has(name)).map(([, parameter]) => parameter);
  const says = (parameter: Parameter) => `${place} takes ${called(parameter)} no more.`;
  // The service ignores unknown headers and cookies, and refuses other unknown parameters.
  const isIgnored = ({ in: where }: Parameter) => where === "header" || where === "cookie";
  const needed = [...now].filter(([name, parameter]) => parameter.required && !old.get(name)?.required);
  return {
    breaks: [
      ...removed.filter((one) => !isIgnored(one)).map(says),
      ...needed.map(([name]) => `${place} requires ${name} now.`),
    ],
    dangers: removed.filter(isIgnored).map(says),
    schemas: [...old].flatMap(([name, { schema }]) =>
      pair(schema, now.get(name)?.schema, `${place} with ${name}`, "requests"),
    ),
  };
}

function body({ place, before, after }: ComparedOperation): Side {
  const old = before.requestBody?.content ?? {};
  const now = after.requestBody?.content ?? {};
  const isNeeded = after.requestBody?.required && !before.requestBody?.required;
  return {
    breaks: [...(isNeeded ? [`${place} requires a body now.`] : []), ...lostTypes(old, now, `${place} takes`)],
    schemas: inBoth(old, now, `${place} body`, "requests"),
  };
}

function answers({ place, before, after }: ComparedOperation): Side {
  const sides = Object.entries(before.responses).map(([status, answer]): Side => {
    const same = after.responses[status];
    if (same === undefined) return { breaks: [`${place} answers ${status} no more.`], schemas: [] };
    const [old, now] = [answer.content ?? {}, same.content ?? {}];
    return {
      breaks: lostTypes(old, now, `${place} answers ${status} as`),
      schemas: inBoth(old, now, `${place} ${status}`, "answers"),
    };
  });
  const added = Object.keys(after.responses).filter((status) => !(status in before.responses));
  return {
    breaks: sides.flatMap(({ breaks }) => breaks),
    dangers: added.map((status) => `${place} answers ${status} now.`),
    schemas: sides.flatMap(({ schemas }) => schemas),
  };
}

function lostTypes(old: Content, now: Content, does: string): string[] {
  return Object.keys(old)
    .filter((type) => !(type in now))
    .map((type) => `${does} ${type} no more.`);
}

function inBoth(old: Content, now: Content, place: string, way: ComparedSchema["way"]): ComparedSchema[] {
  return Object.entries(old).flatMap(([type, { schema }]) => pair(schema, now[type]?.schema, place, way));
}

function pair(
  before: Schema | undefined,
  after: Schema | undefined,
  place: string,
  way: ComparedSchema["way"],
): ComparedSchema[] {
  return before && after ? [{ before, after, place, way }] : [];
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

function operationsOf({ paths }: Description): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  );
}

type Find = <Found>(reference: string) => Found;

function resolved(operation: Operation, find: Find): Operation {
  const followed = <One extends { readonly $ref?: string }>(one: One): One =>
    one.$ref === undefined ? one : find<One>(one.$ref);
  const responses = Object.entries(operation.responses).map(([status, answer]) => [status, followed(answer)] as const);
  return {
    ...operation,
    parameters: (operation.parameters ?? []).map(followed),
    responses: Object.fromEntries(responses),
  };
}

/** Returns a lookup of references such as "#/components/schemas/Item". */
function lookupIn(description: Description): Find {
  return <Found>(reference: string) => {
    let found: unknown = description;
    for (const name of reference.replace(/^#\//, "").split("/"))
      found = typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined;
    if (found === undefined) throw new Error(`the description has no ${reference}`);
    return found as Found;
  };
}
