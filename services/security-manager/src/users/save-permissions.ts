import { invalidInput } from "@network-access/service-runtime/failure";
import type { EstateCaller } from "../access/estate-caller.ts";
import { type Estate, groupsOf } from "../devices/estate.ts";
import { NOT_FOUND, type Saved } from "../devices/save-device.ts";
import type { GroupPermissions, UserGroup } from "./user-group.ts";
import type { UserGroupStore } from "./user-group-store.ts";

interface Needs {
  readonly groups: UserGroupStore;
  readonly readEstate: () => Promise<Estate>;
}

/** Sets the permissions of a group. Does not change the permissions for device groups that the caller does not see. */
export async function savePermissions(
  { groups, readEstate }: Needs,
  caller: EstateCaller,
  id: number,
  input: GroupPermissions,
): Promise<Saved<UserGroup>> {
  const [found] = await groups.findMany([id]);
  if (!found) return { ok: false, failure: NOT_FOUND };
  const estate = await readEstate();
  const seen = new Set(groupsOf(estate, caller).map((group) => group.id));
  const problem = input.deviceGroups.findIndex((group) => !seen.has(group.id));
  if (problem >= 0) {
    const message = `there is no device group ${input.deviceGroups[problem]?.id} that you may see`;
    return { ok: false, failure: invalidInput(`deviceGroups.${problem}.id`, message) };
  }
  const unseen = found.deviceGroups.filter((group) => estate.groups.has(group.id) && !seen.has(group.id));
  const permissions: GroupPermissions = {
    permissions: input.permissions.map(writeIncludesRead),
    deviceGroups: [...input.deviceGroups.map(writeIncludesRead), ...unseen].toSorted((a, b) => a.id - b.id),
  };
  const isSet = await groups.setPermissions(id, permissions);
  return isSet ? { ok: true, value: { ...found, ...permissions } } : { ok: false, failure: NOT_FOUND };
}

function writeIncludesRead<Granted extends { readonly read: boolean; readonly write: boolean }>(grant: Granted) {
  return { ...grant, read: grant.read || grant.write };
}
