import { refusalResponses, requestIdHeader } from "@network-access/service-runtime/refusal-responses";
import { type Json, ref } from "@network-access/service-runtime/schema-text";
import { bodySchemas } from "./answered.ts";
import { descriptionPaths } from "./description-operations.ts";
import { feedPaths } from "./feed-operations.ts";
import { itemPaths } from "./item-operations.ts";
import { problemSchemas, refusals } from "./refusals.ts";
import { searchPaths } from "./search-operations.ts";

/**
 * Returns the OpenAPI 3.1 description of the REST interface. It is derived from the schemas with which the service
 * validates.
 */
function describeRest(): Json {
  const paths = { ...searchPaths, ...itemPaths, ...feedPaths, ...descriptionPaths };
  return {
    openapi: "3.1.1",
    info: {
      title: "Inventory",
      version: "1.0.0",
      summary: "The items in the network: searched by users and programs, uploaded by connectors.",
      description: [
        "Errors are `application/problem+json` with the invalid fields and the request id. Names of fields are paths, such as `items[3].ips[0]`.",
        "Unknown parameters and members are refused by name. Texts are UTF-8; lengths count characters (code points). Other methods than those below are answered with 405 and `Allow`.",
      ].join("\n\n"),
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The server of this description" }],
    tags: [
      { name: "Items", description: "For users with the permission `inventory:view`." },
      { name: "Connectors", description: "For registered connectors, with the id and secret of their registration." },
      { name: "Feeds", description: "For firewalls, each with a feed token of one group." },
      { name: "Description", description: "The description of this interface. No credentials are needed." },
    ],
    paths,
    components: {
      securitySchemes: {
        idToken: { type: "http", scheme: "bearer", description: "The idToken of a user." },
        connector: {
          type: "http",
          scheme: "basic",
          description: "The id of a connector and the secret that was shown when it was registered.",
        },
        feedToken: { type: "http", scheme: "bearer", description: "The secret of a feed token." },
        feedTokenByBasic: { type: "http", scheme: "basic", description: "The id of a feed token and its secret." },
      },
      headers: { "X-Request-Id": requestIdHeader },
      responses: refusalResponses(refusals, paths, {
        ...{ mediaType: "application/problem+json", schema: ref("schemas", "Problem") },
      }),
      schemas: { ...bodySchemas, ...problemSchemas },
    },
  };
}

/** Returns the text of openapi.json. */
export function descriptionText(): string {
  return `${JSON.stringify(describeRest(), null, 2)}\n`;
}
