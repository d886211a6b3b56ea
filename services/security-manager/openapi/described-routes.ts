import type { EstateRoute } from "../src/rest/estate-route.ts";
import { type EstateRouteNeeds, estateRoutes } from "../src/rest/estate-routes.ts";

/** Stands for what the routes call: describing them calls nothing. */
const uncalled: unknown = new Proxy(() => undefined, { get: () => uncalled });

/** Every route, to be described only. */
export const describedRoutes: readonly EstateRoute[] = estateRoutes(uncalled as EstateRouteNeeds);
