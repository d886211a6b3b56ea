import type { Failure } from "@network-access/service-runtime/failure";
import { conflict, NOT_FOUND, nameTaken, type Saved } from "../devices/save-device.ts";
import { ALL_USERS, ALL_USERS_GROUP, MOST_USER_GROUPS, type UserGroup, type UserGroupInput } from "./user-group.ts";
import type { UserGroupStore } from "./user-group-store.ts";
import type { UserStore } from "./user-store.ts";

interface Needs {
  readonly groups: UserGroupStore;
  readonly users: UserStore;
  readonly nextGroupId: () => Promise<number>;
}

export async function createUserGroup(
  { groups, nextGroupId }: Pick<Needs, "groups" | "nextGroupId">,
  input: UserGroupInput,
): Promise<Saved<UserGroup>> {
  if ((await groups.list()).length > MOST_USER_GROUPS)
    return conflict(`there are ${MOST_USER_GROUPS} user groups already; no more work`);
  if (isReserved(input.name)) return nameTaken(input.name);
  const group = { id: await nextGroupId(), ...input, permissions: [], deviceGroups: [] };
  return (await groups.insert(group)) === "taken" ? nameTaken(input.name) : { ok: true, value: group };
}

export async function updateUserGroup(
  { groups }: Pick<Needs, "groups">,
  id: number,
  input: UserGroupInput,
): Promise<Saved<UserGroup>> {
  const [found] = await groups.findMany([id]);
  if (!found) return { ok: false, failure: NOT_FOUND };
  if (id === ALL_USERS) return { ok: false, failure: ALWAYS_THERE };
  if (isReserved(input.name)) return nameTaken(input.name);
  const updated = await groups.update(id, input);
  if (updated === "taken") return nameTaken(input.name);
  return updated === "unknown" ? { ok: false, failure: NOT_FOUND } : { ok: true, value: { ...found, ...input } };
}

/** Removes a user group. Its members keep the permissions of their other groups. */
export async function removeUserGroup(
  { groups, users }: Pick<Needs, "groups" | "users">,
  id: number,
): Promise<Saved<null>> {
  if (id === ALL_USERS) return { ok: false, failure: ALWAYS_THERE };
  const removed = await groups.remove(id);
  // If an earlier removal was interrupted before this step, a repeated call completes it.
  await users.removeGroupFromAll(id);
  return removed ? { ok: true, value: null } : { ok: false, failure: NOT_FOUND };
}

/** Adds a user to a group, or removes the user from the group. */
export async function changeUserGroupMember(
  { groups, users }: Pick<Needs, "groups" | "users">,
  { groupId, userId, isMember }: { readonly groupId: number; readonly userId: number; readonly isMember: boolean },
): Promise<Saved<null>> {
  const [group] = await groups.findMany([groupId]);
  if (!group || !(await users.find(userId))) return { ok: false, failure: NOT_FOUND };
  if (groupId === ALL_USERS) return { ok: false, failure: ALWAYS_THERE };
  const change = isMember ? users.addToGroup : users.removeFromGroup;
  return (await change(userId, groupId)) ? { ok: true, value: null } : { ok: false, failure: NOT_FOUND };
}

const ALWAYS_THERE: Failure = {
  kind: "conflict",
  message: "All Users holds every user; only its permissions can be changed",
};

function isReserved(name: string): boolean {
  return name.toLowerCase() === ALL_USERS_GROUP.name.toLowerCase();
}
