import type { Reply } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import type { Access, EstateCaller, PermissionName } from "../access/estate-caller.ts";
import type { RouteDescription } from "./route-description.ts";

/** A route of the REST interface with what its callers need. */
export interface EstateRoute {
  readonly method: Route["method"];
  readonly path: string;
  /** Other kinds of callers are refused with 401. "anyone": no credentials are read. */
  readonly takes: "anyone" | readonly EstateCaller["kind"][];
  /** Permissions beside `securityManager`; one that is missing is named in a 403. */
  readonly needs: readonly { readonly access: Access; readonly permission: PermissionName }[];
  /** In bytes after decompression; the server's limit when left out. */
  readonly maxBodyBytes?: number;
  readonly gzip?: boolean;
  readonly timeoutMs?: number;
  readonly description: RouteDescription;
  handle(request: HttpRequest, caller: EstateCaller): Promise<Reply> | Reply;
}

/** What routes for everybody get as caller. */
export const NOBODY: EstateCaller = {
  kind: "user",
  name: "",
  userId: null,
  may: () => false,
  mayGroup: () => false,
};
