import type { Reply } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import type { Access, EstateCaller, PermissionName } from "../access/estate-caller.ts";
import type { RouteDescription } from "./route-description.ts";

/** A route of the REST interface, and what a caller needs to use it. */
export interface EstateRoute {
  readonly method: Route["method"];
  readonly path: string;
  /**
   * The kinds of callers that the route admits. Other callers are refused with 401. With "anyone", no credentials are
   * read.
   */
  readonly takes: "anyone" | readonly EstateCaller["kind"][];
  /**
   * The permissions that a caller needs in addition to read access to `securityManager`. If a permission is missing,
   * the response has status 403 and names the permission.
   */
  readonly needs: readonly { readonly access: Access; readonly permission: PermissionName }[];
  /** The maximum size of the request body in bytes, after decompression. The default is the limit of the server. */
  readonly maxBodyBytes?: number;
  readonly gzip?: boolean;
  readonly timeoutMs?: number;
  readonly description: RouteDescription;
  handle(request: HttpRequest, caller: EstateCaller): Promise<Reply> | Reply;
}

/** The caller that the handlers of routes for "anyone" receive. */
export const ANONYMOUS: EstateCaller = {
  kind: "user",
  name: "",
  userId: null,
  may: () => false,
  mayGroup: () => false,
};
