import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Schema } from "./arbitrary-of-schema.ts";

/** One operation of an OpenAPI description. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly responses: Readonly<Record<string, Described>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

/** A request to an operation. */
export interface Sent {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** A message that says how the response differs from the description, or undefined if the response matches. */
  readonly differs: string | undefined;
}

const TIMEOUT_MS = 60_000;

/**
 * Creates a client of an interface. Everything that the client knows about the interface is in `description`, the text
 * of its openapi.json.
 */
export function describedInterface(description: string) {
  const document = JSON.parse(description);
  const find = (reference: string) =>
    reference
      .slice(2)
      .split("/")
      .reduce((inside, name) => inside[name], document);
  // Responses have exactly the described members.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "described", components: closed(document.components) });
  /**
   * The compiled validator of each schema. Validators are cached, because compiling one takes longer than a request.
   */
  const checks = new Map<object, ValidateFunction>();

  /**
   * Sends a request to an operation. Checks whether the response matches what the operation's description declares for
   * the status of the response.
   */
  async function send(base: string, operation: Operation, { path, query, headers, body }: Sent): Promise<Answer> {
    const named = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ""));
    const search = new URLSearchParams(JSON.parse(JSON.stringify(query))).toString();
    const response = await fetch(`${base}${named}${search ? `?${search}` : ""}`, {
      method: operation.method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    return { ...answer, differs: difference(operation, answer) };
  }

  function difference({ responses }: Operation, { status, headers, text }: Omit<Answer, "differs">) {
    const response = responses[status];
    if (response === undefined) return `${status} is not described: ${text}`;
    const { content }: Described = response.$ref === undefined ? response : find(response.$ref);
    if (content === undefined) return text === "" ? undefined : `${status} has a body: ${text}`;
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    const schema = content[type]?.schema;
    if (schema === undefined) return `${status} as "${type}" is not described: ${text}`;
    if (!type.endsWith("json")) return undefined;
    const check =
      checks.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"described#/')));
    checks.set(schema, check);
    return check(JSON.parse(text)) ? undefined : `${status} differs: ${JSON.stringify(check.errors)} in ${text}`;
  }

  return { operations: operationsOf(document.paths), find, send };
}

/**
 * Returns the names of the components that a description refers to, and of the components that it defines. The names
 * have the form `kind/name`, and both lists are sorted.
 */
export function componentsOf(description: string) {
  const named = [...description.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(
    ([, kind, name]) => `${kind}/${name}`,
  );
  const { components } = JSON.parse(description);
  const defined = ["responses", "schemas", "headers"].flatMap((kind) =>
    Object.keys(components[kind]).map((name) => `${kind}/${name}`),
  );
  return { named: [...new Set(named)].sort(), defined: defined.sort() };
}

function operationsOf(paths: Readonly<Record<string, object>>): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, security, parameters = [], requestBody, responses }]): Operation => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        security,
        parameters,
        body: requestBody?.content["application/json"].schema,
        responses,
      }),
    ),
  );
}

/**
 * Copies schemas. In the copy, an object may have only the members that its schema lists, unless the schema sets
 * `additionalProperties`.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return "properties" in inside && "type" in inside ? { additionalProperties: false, ...inside } : inside;
}
