import type { EstateRoute } from "../src/rest/estate-route.ts";
import { type EstateRouteNeeds, estateRoutes } from "../src/rest/estate-routes.ts";

/** A placeholder for everything that the routes need. It is never called while a route is described. */
const uncalled: unknown = new Proxy(() => undefined, { get: () => uncalled });

/** All routes. They are described and never called. */
export const describedRoutes: readonly EstateRoute[] = estateRoutes(uncalled as EstateRouteNeeds);
