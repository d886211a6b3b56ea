import type { Failure } from "@network-access/service-runtime/failure";
import { type AddressListStore, heldListsOf, KEPT_REVISIONS } from "../addresses/address-list-store.ts";
import type { Group } from "./group.ts";
import type { GroupStore } from "./group-store.ts";

interface Needs {
  readonly groups: Pick<GroupStore, "find" | "findByUuid" | "releaseMembers">;
  readonly addressLists: Pick<AddressListStore, "copy" | "dropUpTo">;
  readonly now: () => Date;
}

type Released = { readonly ok: true; readonly group: Group } | { readonly ok: false; readonly failure: Failure };

/**
 * Publishes the members that are held when the function is called. If a concurrent computation publishes or holds
 * another list first, the release is refused. The function copies the held list to the served lists, and then makes the
 * group refer to the copy.
 */
export async function releaseGroupChange({ groups, addressLists, now }: Needs, id: string): Promise<Released> {
  const group = await groups.find(id);
  if (!group || group.deletedAt) return refuse({ kind: "not-found", message: `there is no group "${id}"` });
  const { uuid, held, membersRevision: before } = group;
  if (!held) return refuse({ kind: "conflict", message: `group "${id}" has no held change` });
  const after = before + 1;
  const changed: Failure = {
    kind: "conflict",
    message: `the held change of group "${id}" changed at the same time; read it again, then release it`,
  };
  if (!(await addressLists.copy(held.hash, uuid, after))) return refuse(changed);
  if (!(await groups.releaseMembers(uuid, held, { before, after, at: now() }))) return refuse(changed);
  await addressLists.dropUpTo(uuid, after - KEPT_REVISIONS);
  await addressLists.dropUpTo(heldListsOf(uuid), held.sequence);
  return { ok: true, group: (await groups.findByUuid(uuid)) ?? group };
}

function refuse(failure: Failure): Released {
  return { ok: false, failure };
}
