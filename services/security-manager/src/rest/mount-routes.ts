import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { CallerAdmission } from "../access/admit-caller.ts";
import type { EstateCaller } from "../access/estate-caller.ts";
import { callerRefusal } from "./caller-refusal.ts";
import { estateProblem } from "./estate-problem.ts";
import { ANONYMOUS, type EstateRoute } from "./estate-route.ts";
import { failed } from "./failed.ts";

/**
 * Returns the routes in the form that the HTTP server uses. Each route checks the caller before it reads the body.
 * Routes for "anyone" skip this check.
 */
export function mountRoutes(routes: readonly EstateRoute[], admit: CallerAdmission): readonly Route[] {
  return routes.map(({ takes, needs, handle, description: _, ...route }) => ({
    ...route,
    problems: estateProblem,
    handle: async (request) =>
      handle(request, takes === "anyone" ? ANONYMOUS : await admitted({ ...route, takes, needs }, request, admit)),
  }));
}

async function admitted(
  { method, takes, needs }: Pick<EstateRoute, "method" | "needs"> & { readonly takes: readonly EstateCaller["kind"][] },
  { headers }: HttpRequest,
  admit: CallerAdmission,
): Promise<EstateCaller> {
  const admission = await admit(headers, { method, takes });
  if (!admission.ok) throw callerRefusal(admission.refusal);
  const { caller } = admission;
  const { name, actingService } = caller;
  annotateRequest({ caller: name, ...(actingService !== undefined && { actingService }) });
  for (const { access, permission } of [{ access: "read", permission: "securityManager" } as const, ...needs])
    if (!caller.may(access, permission)) throw failed({ kind: "forbidden", permission: `${permission} (${access})` });
  return caller;
}
