import { markdownTable } from "../reference/markdown-table.ts";
import type { EstateCaller } from "../src/access/estate-caller.ts";
import type { EstateRoute } from "../src/rest/estate-route.ts";
import { CALLERS, permissionsOf } from "./callers.ts";
import { describedPath } from "./describe-operation.ts";
import { describedRoutes } from "./described-routes.ts";

/** Returns the text of docs/manager-access.md, which says who may call which address. */
export function accessTableText(): string {
  const taken = new Set(describedRoutes.flatMap(({ takes }) => (takes === "anyone" ? [] : takes)));
  const kinds = (Object.keys(CALLERS) as EstateCaller["kind"][]).filter((kind) => taken.has(kind));
  return [
    "# Who may call the security manager",
    "",
    "`npm run openapi` writes this page from the routes. Do not edit it. Addresses are below `/securitymanager/api`.",
    "",
    "A route admits the callers that its row lists. Other callers get 401. A caller who lacks a permission of the row gets 403, and the error names the permission.",
    "",
    ...markdownTable(
      ["caller", "who it is"],
      kinds.map((kind) => [kind, CALLERS[kind].text]),
    ),
    "",
    ...markdownTable(["address", "method", "callers", "permissions"], describedRoutes.map(rowOf)),
    "",
  ].join("\n");
}

function rowOf(route: EstateRoute): readonly string[] {
  const { takes, method } = route;
  const callers = takes === "anyone" ? "anyone, without credentials" : takes.join(", ");
  return [
    `\`${describedPath(route).replace("/securitymanager/api", "")}\``,
    method,
    callers,
    permissionsOf(route).join(", "),
  ];
}
