import { deviceGroupRoutes } from "./device-group-routes.ts";
import { deviceRoutes } from "./device-routes.ts";
import type { EstateRoute } from "./estate-route.ts";
import { revisionRoutes } from "./revision-routes.ts";
import { searchRoutes } from "./search-routes.ts";

/** What the routes of each kind need. */
export interface EstateRouteNeeds {
  readonly devices: Parameters<typeof deviceRoutes>[0];
  readonly revisions: Parameters<typeof revisionRoutes>[0];
  readonly searches: Parameters<typeof searchRoutes>[0];
}

/** Every route of the REST interface. */
export function estateRoutes({ devices, revisions, searches }: EstateRouteNeeds): readonly EstateRoute[] {
  return [
    ...deviceRoutes(devices),
    ...deviceGroupRoutes(devices),
    ...revisionRoutes(revisions),
    ...searchRoutes(searches),
  ];
}
