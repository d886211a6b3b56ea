import type { Permission } from "@network-access/access/permissions";
import { type Failure, generalFailures } from "@network-access/service-runtime/failure";
import { presentFailure } from "@network-access/service-runtime/graphql-failure";
import type { InventoryContext } from "./context.ts";

/** Converts a failure of an operation to the error that the resolver of a field throws. */
export const failed = presentFailure<Failure>(generalFailures);

/** Throws FORBIDDEN if the caller lacks the permission. */
export function need({ caller }: InventoryContext, permission: Permission): void {
  if (!caller.may(permission)) throw failed({ kind: "forbidden", permission });
}
