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
  user: { text: "A user of the estate.", schemes: {} },
  person: {
    text: "A person of the platform with an idToken: `estate:view` reads all but users, `estate:manage` also writes.",
    schemes: {
      idToken: { type: "http", scheme: "bearer", description: "The idToken of a person of the platform." },
    },
  },
  service: { text: "Another service.", schemes: {} },
};

/** What the callers of a route need, such as "`securityManager` (read)". */
export function permissionsOf({ takes, needs }: EstateRoute): readonly string[] {
  if (takes === "anyone") return [];
  const all = [{ access: "read", permission: "securityManager" }, ...needs];
  return all.map(({ access, permission }) => `\`${permission}\` (${access})`);
}
