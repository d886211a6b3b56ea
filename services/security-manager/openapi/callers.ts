import type { Json } from "@network-access/service-runtime/schema-text";
import { ACTING_USER_HEADER } from "../src/access/acting-user.ts";
import type { EstateCaller } from "../src/access/estate-caller.ts";
import type { EstateRoute } from "../src/rest/estate-route.ts";

interface CallerKind {
  /** How callers of this kind authenticate, and what they may do. */
  readonly text: string;
  /** The security schemes with which these callers authenticate, by name. */
  readonly schemes: Readonly<Record<string, Json>>;
}

/** The kinds of callers, as descriptions name them. */
export const CALLERS: Readonly<Record<EstateCaller["kind"], CallerKind>> = {
  user: {
    text: "A user of the estate, who sends a login token, or name and password. Also a person whose idToken has the email of such a user. Also, for GET only, a service in `ACTING_SUBJECTS` that sends its service token and the user's id in `X-Acting-User-Id`. Such a caller may do what the user's groups may do.",
    schemes: {
      loginToken: { type: "apiKey", in: "header", name: "X-FM-Auth-Token", description: "The token of a login." },
      loginTokenAsBearer: { type: "http", scheme: "bearer", description: "The token of a login." },
      password: { type: "http", scheme: "basic", description: "The name and the password of a user of the estate." },
    },
  },
  person: {
    text: "A person with an idToken. With the permission `estate:view`, the person may read everything except users. With `estate:manage`, the person may read and write everything.",
    schemes: {
      idToken: { type: "http", scheme: "bearer", description: "The idToken of a person of the platform." },
    },
  },
  service: {
    text: "A service in `ACTING_SUBJECTS` that sends its service token for the audience `security-manager`.",
    schemes: { serviceToken: { type: "http", scheme: "bearer", description: "The token of a service." } },
  },
};

/**
 * How a service sends GET requests on behalf of a user: with its service token, and with a header that contains the
 * user's id. `schemes` has only the scheme of the header, because `CALLERS` contains the scheme of the token.
 */
export const ACTING: { readonly schemes: Readonly<Record<string, Json>>; readonly requirement: Json } = {
  schemes: {
    actingUserId: {
      ...{ type: "apiKey", in: "header", name: ACTING_USER_HEADER },
      description: "The id of the user for whom a service sends the request, besides the service's token.",
    },
  },
  requirement: { serviceToken: [], actingUserId: [] },
};

/** Returns the permissions that the callers of a route need, such as "`securityManager` (read)". */
export function permissionsOf({ takes, needs }: EstateRoute): readonly string[] {
  if (takes === "anyone") return [];
  const all = [{ access: "read", permission: "securityManager" }, ...needs];
  return all.map(({ access, permission }) => `\`${permission}\` (${access})`);
}
