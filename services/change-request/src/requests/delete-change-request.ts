import { fieldErrors } from "@network-access/firewall-rules/field-error";
import { checkId } from "@network-access/firewall-rules/text";
import type { Failure } from "@network-access/service-runtime/failure";
import type { ChangeRequestStore } from "./change-request-store.ts";
import { unknownChangeRequest } from "./failures.ts";

/** Deletes a change request. Jobs and verdicts that arrive afterwards find no change request and change nothing. */
export async function deleteChangeRequest(
  { store, now }: { readonly store: Pick<ChangeRequestStore, "remove">; readonly now: () => Date },
  id: string,
): Promise<{ readonly ok: true; readonly id: string } | { readonly ok: false; readonly failure: Failure }> {
  if (canExist(id) && (await store.remove(id, now().toISOString()))) return { ok: true, id };
  return { ok: false, failure: unknownChangeRequest(id) };
}

/**
 * Returns true if a change request can have this id. Returns false for a text that saving refuses as an id. Such a text
 * must not reach the store, because the store would, for example, read a lone surrogate as another id.
 */
export function canExist(id: string): boolean {
  const errors = fieldErrors();
  checkId(errors, "id", id);
  return errors.empty;
}
