import type { IncomingHttpHeaders } from "node:http";
import type { UserAuthenticator } from "@network-access/access/caller";
import type { AccessRefusal } from "@network-access/access/refusal";
import type { EstateCaller } from "./estate-caller.ts";

type Admission =
  | { readonly ok: true; readonly caller: EstateCaller }
  | { readonly ok: false; readonly refusal: AccessRefusal };

/** Finds out who sent a request. */
export type CallerAdmission = (headers: IncomingHttpHeaders) => Promise<Admission>;

const FORBIDDEN: AccessRefusal = {
  status: 403,
  code: "FORBIDDEN",
  message: 'the permission "estate:view" is needed',
};

/**
 * Persons of the platform by their idToken. `estate:view` reads the estate, but nothing of users; `estate:manage` reads and
 * writes all of it.
 */
export function createCallerAdmission(authenticateUser: UserAuthenticator): CallerAdmission {
  return async ({ authorization }) => {
    const authenticated = await authenticateUser(authorization);
    if (!authenticated.ok) return authenticated;
    const { name, may } = authenticated.caller;
    const manages = may("estate:manage");
    if (!manages && !may("estate:view")) return { ok: false, refusal: FORBIDDEN };
    const caller: EstateCaller = {
      ...{ kind: "person", name, userId: null },
      may: (access, permission) => manages || (access === "read" && permission !== "users"),
      mayGroup: (access) => manages || access === "read",
    };
    return { ok: true, caller };
  };
}
