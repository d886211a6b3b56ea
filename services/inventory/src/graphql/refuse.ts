import type { Permission } from "@network-access/access/permissions";
import { type Failure, generalFailures } from "@network-access/service-runtime/failure";
import { presentFailure } from "@network-access/service-runtime/graphql-failure";
import type { InventoryContext } from "./context.ts";

/** A failure as the error a field throws. */
export const failed = presentFailure<Failure>(generalFailures);

/** Throws FORBIDDEN where the caller lacks the permission. */
export function need({ caller }: InventoryContext, permission: Permission): void {
  if (!caller.may(permission)) throw failed({ kind: "forbidden", permission });
}
