import type { Caller } from "@network-access/access/caller";
import type { Permission } from "@network-access/access/permissions";
import { type FailureTable, generalFailures } from "@network-access/service-runtime/failure";
import type { OperationContext } from "@network-access/service-runtime/graphql-endpoint";
import { presentFailure } from "@network-access/service-runtime/graphql-failure";
import type { PreviewFailure } from "../previews/preview-boundary.ts";
import type { Loaders } from "./loaders.ts";

/** The context of every resolver. */
export interface EvaluatorContext extends OperationContext<Caller> {
  readonly loaders: Loaders;
}

const failures: FailureTable<PreviewFailure> = {
  ...generalFailures,
  busy: ({ message }) => ({ code: "RATE_LIMITED", status: 429, message }),
};

/** Returns the error that reports a failure of an operation to the client. */
export const errorOf = presentFailure(failures);

/** Throws FORBIDDEN with the name of the missing permission. */
export function demand({ caller }: EvaluatorContext, permission: Permission): void {
  if (!caller.may(permission)) throw errorOf({ kind: "forbidden", permission });
}
