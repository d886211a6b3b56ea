import { DOMAIN } from "../access/estate-caller.ts";
import type { User } from "./user.ts";
import type { UserGroup } from "./user-group.ts";

/** Returns a user as responses show it, without the hash of the password. */
export function userRecord(user: User) {
  const { id, username, firstName, lastName, email, enabled, locked, expired, lastLogin, previousLogin } = user;
  return {
    ...{ id, domainId: DOMAIN, username, firstName, lastName },
    displayName: `${firstName} ${lastName}`.trim() || username,
    ...{ email, authType: "LOCAL", passwordExpired: false, enabled, locked, expired },
    userGroupIds: user.userGroupIds,
    lastLogin: lastLogin?.toISOString() ?? null,
    previousLogin: previousLogin?.toISOString() ?? null,
  };
}

export function userGroupRecord({ id, name, description }: UserGroup) {
  return { id, domainId: DOMAIN, name, description, system: id === 1 };
}
