import type { DemonstrationUser, DemonstrationUserGroup } from "./estate-demonstration.ts";
import type { ManagerClient } from "./manager-client.ts";

interface Listed {
  results: { id: number; name?: string; username?: string }[];
}

/**
 * Creates the user groups and users that are missing, and updates the existing ones. All users have the same password.
 */
export async function saveUsers(
  manager: ManagerClient,
  { userGroups, users }: { userGroups: readonly DemonstrationUserGroup[]; users: readonly DemonstrationUser[] },
  deviceGroups: ReadonlyMap<string, number>,
  password: string,
): Promise<void> {
  const groupIds = await idsOf(manager, "/domain/1/usergroup");
  for (const { name, description, permissions, deviceGroups: granted } of userGroups) {
    const id = await saveNamed(manager, "/domain/1/usergroup", groupIds.get(name), { name, description });
    groupIds.set(name, id);
    await manager.send("PUT", `/domain/1/usergroup/${id}/permissions`, {
      permissions: Object.entries(permissions).map(([permission, access]) => ({ name: permission, ...may(access) })),
      deviceGroups: Object.entries(granted).map(([group, access]) => ({
        id: group === "All Devices" ? 1 : deviceGroups.get(group),
        ...may(access),
      })),
    });
  }
  const userIds = await idsOf(manager, "/domain/1/user");
  for (const { userGroups: held, ...user } of users) {
    const id = await saveNamed(manager, "/domain/1/user", userIds.get(user.username), { ...user, password });
    for (const group of held) await manager.send("POST", `/domain/1/usergroup/${groupIds.get(group)}/user/${id}`);
  }
}

function may(access: "read" | "write") {
  return { read: true, write: access === "write" };
}

/** Updates the record with the given id. If `id` is undefined, creates a new record. Returns the id of the record. */
async function saveNamed(manager: ManagerClient, path: string, id: number | undefined, body: object): Promise<number> {
  if (id === undefined) return (await manager.send<{ id: number }>("POST", path, body)).id;
  await manager.send("PUT", `${path}/${id}`, body);
  return id;
}

/** The ids of all records by their names. */
async function idsOf(manager: ManagerClient, path: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let page = 0; ; page += 1) {
    const list = await manager.find<Listed>(`${path}?pageSize=${MOST_ON_A_PAGE}&page=${page}`);
    for (const { id, name, username } of list?.results ?? []) ids.set(username ?? name ?? "", id);
    if ((list?.results.length ?? 0) < MOST_ON_A_PAGE) return ids;
  }
}

const MOST_ON_A_PAGE = 1_000;
