import { createHash } from "node:crypto";
import { ALL_DEVICES, type EstateCaller } from "../access/estate-caller.ts";
import { type Estate, groupsOf } from "../devices/estate.ts";
import type { User } from "./user.ts";
import { ALL_USERS } from "./user-group.ts";
import type { UserGroupStore } from "./user-group-store.ts";
import { rightsOf } from "./user-rights.ts";
import type { UserStore } from "./user-store.ts";

interface Needs {
  readonly users: Pick<UserStore, "listAfter">;
  readonly groups: Pick<UserGroupStore, "list">;
  readonly readEstate: () => Promise<Estate>;
}

/** The access of a user, in the form in which other services keep a copy of it. */
interface UserAccess {
  readonly id: number;
  readonly enabled: boolean;
  readonly locked: boolean;
  readonly expired: boolean;
  /** The device groups that the user may read and that the caller sees. [1] stands for all device groups. */
  readonly deviceGroupIds: readonly number[];
  /** Changes whenever one of the members above changes. */
  readonly version: string;
}

/**
 * A page of the list of users and their access. To request the next page, pass `next` as `after`. `next` is null on the
 * last page.
 */
export interface AccessPage {
  readonly users: readonly UserAccess[];
  /** The ids of all device groups that the caller sees. Present only on the first page. */
  readonly groups?: readonly number[];
  readonly next: number | null;
}

/**
 * Lists users in the order of their ids. For each user, lists the device groups that the user may read and that the
 * caller sees.
 */
export async function listAccess(
  { users, groups, readEstate }: Needs,
  caller: EstateCaller,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<AccessPage> {
  const [estate, allGroups, found] = await Promise.all([
    readEstate(),
    groups.list(),
    users.listAfter(after, limit + 1),
  ]);
  const seen = groupsOf(estate, caller).map(({ id }) => id);
  const byId = new Map(allGroups.map((group) => [group.id, group]));
  const listed = found.slice(0, limit).map((user): UserAccess => {
    const rights = rightsOf([ALL_USERS, ...user.userGroupIds].flatMap((id) => byId.get(id) ?? []));
    const isAll = rights.mayGroup("read", ALL_DEVICES) && seen.includes(ALL_DEVICES);
    return accessOf(user, isAll ? [ALL_DEVICES] : seen.filter((id) => rights.mayGroup("read", id)));
  });
  const next = found.length > limit ? (listed.at(-1)?.id ?? null) : null;
  return { users: listed, ...(after === 0 && { groups: seen }), next };
}

function accessOf({ id, enabled, locked, expired }: User, deviceGroupIds: readonly number[]): UserAccess {
  const access = { id, enabled, locked, expired, deviceGroupIds };
  const version = createHash("sha256").update(JSON.stringify(access)).digest("base64url").slice(0, 16);
  return { ...access, version };
}
