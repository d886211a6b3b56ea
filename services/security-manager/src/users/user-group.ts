import type { PermissionName } from "../access/estate-caller.ts";

/** Permission to read or write something. Permission to write includes permission to read. */
export interface Grant {
  readonly read: boolean;
  readonly write: boolean;
}

/** The permissions of the members of a user group. */
export interface GroupPermissions {
  readonly permissions: readonly (Grant & { readonly name: PermissionName })[];
  /** Permissions for device groups. The id 1 stands for all device groups. */
  readonly deviceGroups: readonly (Grant & { readonly id: number })[];
}

export interface UserGroupInput {
  /** Unique, ignoring case. */
  readonly name: string;
  readonly description: string;
}

export interface UserGroup extends UserGroupInput, GroupPermissions {
  readonly id: number;
}

export const MOST_USER_GROUPS = 1_000;

/** The group that contains every user. Only its permissions can be changed. */
export const ALL_USERS = 1;
export const ALL_USERS_GROUP: UserGroup = {
  ...{ id: ALL_USERS, name: "All Users", description: "Every user of the estate.", permissions: [], deviceGroups: [] },
};
