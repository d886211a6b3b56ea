import fc from "fast-check";
import { arbitraryOf, type Schema } from "./arbitrary-of-schema.ts";
import type { Operation, Parameter, Sent } from "./described-interface.ts";
import { hostileText } from "./hostile-text.ts";

interface Settings {
  /**
   * Maps each security scheme to the headers of a request that uses the scheme. The key "none" has the headers for an
   * operation without a scheme.
   */
  readonly credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Follows references of the description. */
  readonly find: (reference: string) => Schema;
  /**
   * Values of path parameters that exist on the server, by parameter name. For a parameter without such a value, values
   * are generated from its schema.
   */
  readonly path?: Readonly<Record<string, string>>;
}

/** Generates requests that an operation's description allows. */
export function describedRequest(
  { security, parameters, body }: Operation,
  { credentials, find, path = {} }: Settings,
): fc.Arbitrary<Sent> {
  const schemes = security.flatMap((one) => Object.keys(one));
  const inPlace = (place: string) => parameters.filter((one) => one.in === place);
  const valuesOf = (some: readonly Parameter[]) =>
    Object.fromEntries(some.map((one) => [one.name, arbitraryOfParameter(one, find).map(String)]));
  const needed = parameters.filter((one) => one.in === "query" && one.required).map(({ name }) => name);
  return fc.record({
    path: fc.record({
      ...valuesOf(inPlace("path")),
      ...Object.fromEntries(Object.entries(path).map(([name, value]) => [name, fc.constant(value)])),
    }),
    query: fc.record(valuesOf(inPlace("query")), { requiredKeys: needed }),
    headers: fc.constantFrom(...(schemes.length > 0 ? schemes : ["none"])).map((scheme) => ({
      ...(body ? { "content-type": "application/json" } : {}),
      ...credentials[scheme],
    })),
    body: body ? arbitraryOf(body, find).map((value) => JSON.stringify(value)) : fc.constant(undefined),
  });
}

/**
 * Generates values of a parameter. If the API description has examples for the parameter, chooses one of the examples,
 * because not every text that the schema allows is valid in the parameter's grammar. Without examples, generates any
 * value that the schema allows.
 */
function arbitraryOfParameter({ schema, example, examples }: Parameter, find: Settings["find"]) {
  const given = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples ?? {}).map(({ value }) => value),
  ];
  return given.length > 0 ? fc.constantFrom(...given) : arbitraryOf(schema, find);
}

/**
 * Generates a valid request and replaces some of its parts with values that are usually invalid. `bodies` generates
 * request bodies that are almost valid.
 */
export function hostileRequest(
  operation: Operation,
  settings: Settings & { readonly bodies?: fc.Arbitrary<unknown> },
): fc.Arbitrary<Sent> {
  const { credentials, bodies = fc.jsonValue() } = settings;
  const named = operation.parameters.filter((one) => one.in === "path").map(({ name }) => name);
  const inPath = hostileText.filter((text) => text !== "" && text !== "." && text !== ".." && text.isWellFormed());
  const bytes = fc.oneof(
    fc.oneof(fc.jsonValue(), bodies).map((value) => JSON.stringify(value)),
    fc.uint8Array({ maxLength: 64 }).map((array) => Buffer.from(array)),
    fc.constantFrom("", "[".repeat(10_000), '{"a":', '\u0000{"a":1}', "\ufeff{}", '{"discoveryId":1e400}', "nul"),
  );
  const broken = fc.record(
    {
      path: fc.record(Object.fromEntries(named.map((name) => [name, inPath]))),
      query: fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
      headers: fc
        .tuple(fc.constantFrom(...Object.values(credentials)), brokenHeaders)
        .map(([proof, headers]) => ({ ...headers, ...proof })),
      body: operation.body ? bytes : fc.constant(undefined),
    },
    { requiredKeys: [] },
  );
  return fc.tuple(describedRequest(operation, settings), broken).map(([right, wrong]) => ({ ...right, ...wrong }));
}

const brokenHeaders = fc.record(
  {
    "content-type": fc.constantFrom("application/json", "text/plain", "application/json; charset=utf-16", "x"),
    "content-encoding": fc.constantFrom("gzip", "identity", "br", "gzip, gzip"),
    "if-none-match": fc.constantFrom("*", '"x"', "x", "W/"),
    accept: fc.constantFrom("text/html", "*/*;q=0"),
  },
  { requiredKeys: ["content-type"] },
);
