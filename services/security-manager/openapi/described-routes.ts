import type { EstateRoute } from "../src/rest/estate-route.ts";
import { type EstateRouteNeeds, estateRoutes } from "../src/rest/estate-routes.ts";

/** Takes the place of everything that the routes need. Describing a route calls none of it. */
const uncalled: unknown = new Proxy(() => undefined, { get: () => uncalled });

/** All routes. They are described and never called. */
export const describedRoutes: readonly EstateRoute[] = estateRoutes(uncalled as EstateRouteNeeds);
