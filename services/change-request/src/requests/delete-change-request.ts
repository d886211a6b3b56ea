import { fieldErrors } from "@network-access/firewall-rules/field-error";
import { checkId } from "@network-access/firewall-rules/text";
import type { Failure } from "@network-access/service-runtime/failure";
import type { ChangeRequestStore } from "./change-request-store.ts";
import { unknownChangeRequest } from "./failures.ts";

/** Deletes a change request. Jobs and verdicts for it that arrive later have no effect. */
export async function deleteChangeRequest(
  { store, now }: { readonly store: Pick<ChangeRequestStore, "remove">; readonly now: () => Date },
  id: string,
): Promise<{ readonly ok: true; readonly id: string } | { readonly ok: false; readonly failure: Failure }> {
  if (canExist(id) && (await store.remove(id, now().toISOString()))) return { ok: true, id };
  return { ok: false, failure: unknownChangeRequest(id) };
}

/**
 * Reports whether a change request can have this id. If not, callers must not pass the id to the store, because the
 * store could confuse it with another id. An example is an id with a lone surrogate.
 */
export function canExist(id: string): boolean {
  const errors = fieldErrors();
  checkId(errors, "id", id);
  return errors.empty;
}
