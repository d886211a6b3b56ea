import { refusalResponses, requestIdHeader } from "@network-access/service-runtime/refusal-responses";
import type { Json } from "@network-access/service-runtime/schema-text";
import { ErrorAnswer } from "../src/rest/answers/error-answer.ts";
import type { EstateRoute } from "../src/rest/estate-route.ts";
import { ACTING, CALLERS } from "./callers.ts";
import { describedPath, describeOperation, tagOf } from "./describe-operation.ts";
import { describedRoutes } from "./described-routes.ts";
import { refusals } from "./refusals.ts";
import { createSchemaComponents, type SchemaComponents } from "./schema-components.ts";

const TAGS: Readonly<Record<string, string>> = {
  version: "The version of this interface.",
  domain: "The domain, which holds everything.",
  device: "Devices, the parts and revisions of their configurations, and what is noted of their rules.",
  devicegroup: "Device groups and their members.",
  authentication: "Login of users of the estate.",
  user: "Users, and the feed of what they may.",
  usergroup: "User groups, their members and permissions.",
  permissiondefinition: "The permissions that groups may have.",
  collector: "What collectors report of the usage of rules.",
  ruledoc: "The documentation of many rules at once.",
  customproperty: "The properties that the documentation of rules may have.",
  asset: "Assets, which clients put.",
  application: "Applications and their connections, which clients put.",
  applicationgroup: "Groups of applications, which clients put.",
  addressbook: "Address books, which clients put.",
  scope: "Scopes, which clients put.",
  vendortag: "Tags of vendors, which clients put.",
  urlmatcher: "URL matchers, which clients put.",
  appobj: "Objects that stand for applications in rules, which clients put.",
  profileobj: "Objects that stand for profiles in rules, which clients put.",
  userobj: "Objects that stand for users in rules, which clients put.",
  siql: "Searches and counts in SIQL, see docs/siql/README.md.",
};

/**
 * Returns the OpenAPI 3.1 description of the REST interface. The description is generated from the routes and from the
 * schemas with which the service validates requests.
 */
function describeRest(routes: readonly EstateRoute[]): Json {
  const schemas = createSchemaComponents();
  const paths = describePaths(routes, schemas);
  const error = schemas.describe(ErrorAnswer);
  return {
    openapi: "3.1.1",
    info: {
      title: "Security manager",
      version: "1.0.0",
      summary: "A firewall estate: devices, device groups and the revisions of their configurations, searched in SIQL.",
      description: [
        "Errors are JSON: `message`, `code`, `requestId`, and in `errors` the fields that are wrong. An error in a query has its position, what was found and expected there, and the nearest name.",
        "What is unknown and what the caller may not see have the same answer. Unknown parameters are ignored, unknown members of bodies refused by name. Other methods than those below are answered with 405 and `Allow`.",
      ].join("\n\n"),
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The server of this description" }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: TAGS[name] ?? "" })),
    paths,
    components: {
      securitySchemes: Object.assign({}, ...Object.values(CALLERS).map(({ schemes }) => schemes), ACTING.schemes),
      headers: { "X-Request-Id": requestIdHeader },
      responses: refusalResponses(refusals, paths, { mediaType: "application/json", schema: error }),
      schemas: schemas.all(),
    },
  };
}

function describePaths(routes: readonly EstateRoute[], schemas: SchemaComponents): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = describedPath(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, schemas) };
  }
  return paths;
}

/** Returns the text of openapi.json. */
export function managerDescriptionText(): string {
  return `${JSON.stringify(describeRest(describedRoutes), null, 2)}\n`;
}
