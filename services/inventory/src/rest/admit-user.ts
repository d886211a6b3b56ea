import type { Caller, UserAuthenticator } from "@network-access/access/caller";
import type { Permission } from "@network-access/access/permissions";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { Request } from "express";
import { failed, refused } from "./replying.ts";

/**
 * Authenticates the calling user and checks the permission. Routes call this function before they read a body. Throws
 * if the token is invalid or the permission is missing.
 */
export async function admitUser(
  authenticate: UserAuthenticator,
  request: Request,
  permission: Permission,
): Promise<Caller> {
  const user = await authenticate(request.headers.authorization);
  if (!user.ok) throw refused(user.refusal, "Bearer");
  annotateRequest({ caller: user.caller.subject });
  if (!user.caller.may(permission)) throw failed({ kind: "forbidden", permission });
  return user.caller;
}
