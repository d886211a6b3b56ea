import type { Json } from "@network-access/service-runtime/schema-text";
import type { EstateCaller } from "../src/access/estate-caller.ts";
import type { EstateRoute } from "../src/rest/estate-route.ts";

interface CallerKind {
  /** How the caller proves who it is, and what it may. */
  readonly text: string;
  /** By the name of the security scheme. */
  readonly schemes: Readonly<Record<string, Json>>;
}

/** The kinds of callers, as descriptions name them. */
export const CALLERS: Readonly<Record<EstateCaller["kind"], CallerKind>> = {
  user: {
    text: "A user of the estate, by login token or password, or a person whose idToken has the user's email. May what the user's groups may.",
    schemes: {
      loginToken: { type: "apiKey", in: "header", name: "X-FM-Auth-Token", description: "The token of a login." },
      loginTokenAsBearer: { type: "http", scheme: "bearer", description: "The token of a login." },
      password: { type: "http", scheme: "basic", description: "The name and the password of a user of the estate." },
    },
  },
  person: {
    text: "A person of the platform with an idToken: `estate:view` reads all but users, `estate:manage` also writes.",
    schemes: {
      idToken: { type: "http", scheme: "bearer", description: "The idToken of a person of the platform." },
    },
  },
  service: {
    text: "A service of `ACTING_SUBJECTS`, by its token for the audience `security-manager`.",
    schemes: { serviceToken: { type: "http", scheme: "bearer", description: "The token of a service." } },
  },
};

/** Returns what the callers of a route need, such as "`securityManager` (read)". */
export function permissionsOf({ takes, needs }: EstateRoute): readonly string[] {
  if (takes === "anyone") return [];
  const all = [{ access: "read", permission: "securityManager" }, ...needs];
  return all.map(({ access, permission }) => `\`${permission}\` (${access})`);
}
