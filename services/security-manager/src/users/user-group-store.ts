import type { GroupPermissions, UserGroup, UserGroupInput } from "./user-group.ts";

/**
 * Access to the stored user groups with their permissions. Calls throw while the database is unavailable. The case of
 * names does not matter.
 */
export interface UserGroupStore {
  /** Returns all groups, including All Users, in order of their ids. */
  list(): Promise<readonly UserGroup[]>;
  /** Returns the existing groups that have one of the ids. */
  findMany(ids: readonly number[]): Promise<readonly UserGroup[]>;
  insert(group: UserGroup): Promise<"inserted" | "taken">;
  update(id: number, fields: UserGroupInput): Promise<"updated" | "taken" | "unknown">;
  /** Returns false if there is no such group. The permissions of All Users can be set too. */
  setPermissions(id: number, permissions: GroupPermissions): Promise<boolean>;
  remove(id: number): Promise<boolean>;
}
