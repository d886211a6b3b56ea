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
  /** The part of the response that differs from the description, or undefined if nothing differs. */
  readonly differs: string | undefined;
}

const TIMEOUT_MS = 60_000;

/** Creates a client of an interface from the text of its openapi.json, and from nothing else. */
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
  /** The schemas compiled so far. They are cached, because compiling one takes longer than a request. */
  const checks = new Map<object, ValidateFunction>();

  /** Sends a request, and compares the response with the description of a response with this status. */
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

/** Returns the components that a description refers to, and the components that it defines. Both lists are sorted. */
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

/** Returns the schemas in a form in which an object allows only the members that its schema lists. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return "properties" in inside && "type" in inside ? { additionalProperties: false, ...inside } : inside;
}
