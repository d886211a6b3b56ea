import type { GroupPermissions, UserGroup, UserGroupInput } from "./user-group.ts";

/**
 * Access to the stored user groups and their permissions. Names are compared ignoring case. Calls throw while the
 * database is unavailable.
 */
export interface UserGroupStore {
  /** Returns all groups, including All Users, in order of their ids. */
  list(): Promise<readonly UserGroup[]>;
  /** Returns the existing groups that have one of the ids. */
  findMany(ids: readonly number[]): Promise<readonly UserGroup[]>;
  insert(group: UserGroup): Promise<"inserted" | "taken">;
  update(id: number, fields: UserGroupInput): Promise<"updated" | "taken" | "unknown">;
  /** Sets the permissions of a group, which can be All Users. Returns false if there is no such group. */
  setPermissions(id: number, permissions: GroupPermissions): Promise<boolean>;
  remove(id: number): Promise<boolean>;
}
