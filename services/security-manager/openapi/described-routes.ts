import type { EstateRoute } from "../src/rest/estate-route.ts";
import { type EstateRouteNeeds, estateRoutes } from "../src/rest/estate-routes.ts";

/** Stands in for all dependencies of the routes. Describing a route never calls a dependency. */
const uncalled: unknown = new Proxy(() => undefined, { get: () => uncalled });

/** All routes. They are described and never called. */
export const describedRoutes: readonly EstateRoute[] = estateRoutes(uncalled as EstateRouteNeeds);
