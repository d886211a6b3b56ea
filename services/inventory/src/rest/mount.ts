import type { IncomingMessage } from "node:http";
import { Refusal } from "@network-access/service-runtime/http-reply";
import type { Mount } from "@network-access/service-runtime/http-request";
import express, { type Request } from "express";
import { shorten } from "../schemas/bounded-schemas.ts";
import { cleanUpRoute } from "./clean-up-route.ts";
import { descriptionRoutes } from "./description-routes.ts";
import { createErrorAnswer } from "./error-answer.ts";
import { itemRoute } from "./item-route.ts";
import { searchRoute } from "./search-route.ts";
import { typeNamesRoute } from "./type-names-route.ts";
import { uploadRoute } from "./upload-route.ts";

type Needs = Parameters<typeof descriptionRoutes>[1] &
  Parameters<typeof itemRoute>[1] &
  Parameters<typeof searchRoute>[1] &
  Parameters<typeof typeNamesRoute>[1] &
  Parameters<typeof uploadRoute>[1] &
  Parameters<typeof cleanUpRoute>[1] &
  Parameters<typeof createErrorAnswer>[0];

/** Creates the REST interface under `/inventory`. Routes authenticate the caller before they read a body. */
export function createRestMount(needs: Needs): Mount {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  uploadRoute(app, needs);
  cleanUpRoute(app, needs);
  itemRoute(app, needs);
  descriptionRoutes(app, needs);
  searchRoute(app, needs);
  typeNamesRoute(app, needs);
  app.use((request: Request) => {
    throw new Refusal({ status: 404, code: "NOT_FOUND", message: `nothing answers at "${shorten(request.path)}"` });
  });
  app.use(createErrorAnswer(needs));
  const routeOf = (request: IncomingMessage & { readonly route?: { readonly path: unknown } }) => {
    // Express adds the matched route to the request.
    const path = request.route?.path;
    return typeof path === "string" ? path : undefined;
  };
  return { prefix: "/inventory", handle: app, routeOf };
}
