import { answering, refusing } from "@network-access/service-runtime/refusal-responses";
import { type Json, ref } from "@network-access/service-runtime/schema-text";
import { z } from "zod";
import type { EstateRoute } from "../src/rest/estate-route.ts";
import { ACTING, CALLERS, permissionsOf } from "./callers.ts";
import { refusalStatuses, refusals } from "./refusals.ts";
import type { SchemaComponents } from "./schema-components.ts";

const DOMAIN = z.literal(1).meta({ description: "The domain; there is one." });

/** Returns the path of a route in the notation of OpenAPI: `{id}` for `:id`. */
export function describedPath({ path }: EstateRoute): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

/** Returns a route as an OpenAPI operation. */
export function describeOperation(route: EstateRoute, schemas: SchemaComponents): Json {
  const { description, gzip } = route;
  const { id, summary, details, body, answers, errors = {} } = description;
  const permissions = permissionsOf(route);
  const texts = [
    ...(details ? [details] : []),
    ...(permissions.length > 0 ? [`Needs ${permissions.join(" and ")}.`] : []),
    ...(gzip ? ["A body packed with gzip is accepted."] : []),
  ];
  const parameters = parametersOf(route, schemas);
  return {
    ...{ operationId: id, tags: [tagOf(route)], summary, description: texts.join(" ") || `${summary}.` },
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: schemas.describe(body) } } },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, answered(answer, schemas)])),
      ...refusing(refusals, refusalStatuses(route)),
      ...Object.fromEntries(
        Object.entries(errors).map(([status, error]) => [
          status,
          answering(refusals[Number(status) as keyof typeof refusals].description, schemas.describe(error)),
        ]),
      ),
    },
  };
}

function answered(answer: z.ZodType | null, schemas: SchemaComponents): Json {
  if (answer === null) return { description: "Done.", headers: { "X-Request-Id": ref("headers", "X-Request-Id") } };
  return answering(answer.description ?? "As asked for.", schemas.describe(answer));
}

function securityOf({ takes, method }: EstateRoute): readonly Json[] {
  if (takes === "anyone") return [];
  const alone = takes.flatMap((kind) => Object.keys(CALLERS[kind].schemes).map((scheme) => ({ [scheme]: [] })));
  return method === "GET" && takes.includes("user") ? [...alone, ACTING.requirement] : alone;
}

/**
 * Returns the OpenAPI tag of a route: the first segment of the path after `/securitymanager/api/`. If this segment is
 * "domain" and an id follows, returns the segment after the id. If no segment follows the id, returns "domain".
 */
export function tagOf({ path }: EstateRoute): string {
  const [first = "", second, third] = path.replace("/securitymanager/api/", "").split("/");
  return first === "domain" && second !== undefined ? (third ?? first) : first;
}

function parametersOf({ path, description }: EstateRoute, schemas: SchemaComponents): readonly Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const schema = name === "domain" ? DOMAIN : description.path?.[name];
    if (!schema) throw new Error(`the description of ${path} has no ${name}`);
    return parameter("path", name, schema, schemas);
  });
  const inQuery = Object.entries(description.query ?? {}).map(([name, schema]) =>
    parameter("query", name, schema, schemas),
  );
  return [...inPath, ...inQuery];
}

function parameter(place: "path" | "query", name: string, given: z.ZodType, schemas: SchemaComponents): Json {
  const { description, examples, ...schema } = schemas.describe(given);
  const isNeeded = place === "path" || !given.safeParse(undefined).success;
  return {
    ...{ name, in: place, ...(isNeeded && { required: true }), description, schema },
    ...(Array.isArray(examples) && { example: examples[0] }),
  };
}
