import { type Access, ALL_DEVICES, type Rights } from "../access/estate-caller.ts";
import type { Grant, GroupPermissions } from "./user-group.ts";

/** Returns the combined permissions of a user's groups. */
export function rightsOf(groups: readonly GroupPermissions[]): Rights {
  const permissions = new Map<string, Grant>();
  const deviceGroups = new Map<number, Grant>();
  for (const group of groups) {
    for (const { name, ...grant } of group.permissions) permissions.set(name, more(permissions.get(name), grant));
    for (const { id, ...grant } of group.deviceGroups) deviceGroups.set(id, more(deviceGroups.get(id), grant));
  }
  return {
    may: (access, permission) => includes(permissions.get(permission), access),
    mayGroup: (access, id) => includes(deviceGroups.get(id), access) || includes(deviceGroups.get(ALL_DEVICES), access),
  };
}

function more(known: Grant | undefined, grant: Grant): Grant {
  return { read: grant.read || known?.read === true, write: grant.write || known?.write === true };
}

function includes(grant: Grant | undefined, access: Access): boolean {
  return grant !== undefined && (grant.write || (access === "read" && grant.read));
}
