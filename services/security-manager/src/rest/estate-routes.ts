import { deviceGroupRoutes } from "./device-group-routes.ts";
import { deviceRoutes } from "./device-routes.ts";
import { entityRoutes } from "./entity-routes.ts";
import type { EstateRoute } from "./estate-route.ts";
import { documentationRoutes } from "./notes/documentation-routes.ts";
import { propertyRoutes } from "./notes/property-routes.ts";
import { usageRoutes } from "./notes/usage-routes.ts";
import { revisionRoutes } from "./revision-routes.ts";
import { searchRoutes } from "./search-routes.ts";
import { authenticationRoutes } from "./users/authentication-routes.ts";
import { userGroupRoutes } from "./users/user-group-routes.ts";
import { userRoutes } from "./users/user-routes.ts";

/** The dependencies of the routes of each kind. */
export interface EstateRouteNeeds {
  readonly devices: Parameters<typeof deviceRoutes>[0];
  readonly revisions: Parameters<typeof revisionRoutes>[0];
  readonly searches: Parameters<typeof searchRoutes>[0];
  readonly notes: Parameters<typeof propertyRoutes>[0] &
    Parameters<typeof documentationRoutes>[0] &
    Parameters<typeof usageRoutes>[0];
  readonly entities: Parameters<typeof entityRoutes>[0];
  readonly users: Parameters<typeof userRoutes>[0] &
    Parameters<typeof userGroupRoutes>[0] &
    Parameters<typeof authenticationRoutes>[0];
}

/** Every route of the REST interface. */
export function estateRoutes({
  devices,
  revisions,
  searches,
  notes,
  entities,
  users,
}: EstateRouteNeeds): readonly EstateRoute[] {
  return [
    ...deviceRoutes(devices),
    ...deviceGroupRoutes(devices),
    ...revisionRoutes(revisions),
    ...searchRoutes(searches),
    ...propertyRoutes(notes),
    ...documentationRoutes(notes),
    ...usageRoutes(notes),
    ...entityRoutes(entities),
    ...authenticationRoutes(users),
    ...userRoutes(users),
    ...userGroupRoutes(users),
  ];
}
