import type { EstateStack } from "./estate-stack.ts";
import { type DeviceSize, generatedDevice } from "./generated-device.ts";

const DEVICES = 200;
const GROUPS = 10;
const LOADED_AT_ONCE = 2;
const PASSWORD = "a password of the benchmark";

/** A user who sees the devices of some groups. */
export interface EstateUser {
  readonly authorization: string;
  readonly revisions: readonly number[];
}

export interface LoadedEstate {
  readonly size: DeviceSize;
  /** The id and the revision of each device, ordered by the number of the device. */
  readonly devices: readonly { readonly id: number; readonly revision: number }[];
  readonly users: readonly EstateUser[];
}

/**
 * Stores an estate of 200 devices in ten groups over REST. Also stores two users, each of whom sees every second group.
 */
export async function loadEstate(stack: Pick<EstateStack, "client">, rules: number): Promise<LoadedEstate> {
  const { client } = stack;
  const size = {
    rules: Math.round(rules / DEVICES),
    objects: Math.round((rules * 0.6) / DEVICES),
    routes: Math.round((rules * 0.5) / DEVICES),
    textBytes: (rules * 100) / DEVICES,
  };
  const create = async (path: string, body: object) =>
    (JSON.parse((await client.call("POST", path, body)).text) as { id: number }).id;
  const groups: number[] = [];
  for (let at = 0; at < GROUPS; at += 1)
    groups.push(await create("/domain/1/devicegroup", { name: `${rules} rules, group ${at}` }));
  const devices: { id: number; revision: number }[] = [];
  const waiting = Array.from({ length: DEVICES }, (_, at) => at).values();
  const loader = async () => {
    for (const at of waiting) {
      const body = { name: `${rules}-${at}`, vendor: "generated", deviceGroupIds: [groups[at % GROUPS]] };
      const id = await create("/domain/1/device", body);
      const { revision } = await client.upload(id, generatedDevice(at + 1, size));
      devices[at] = { id, revision };
    }
  };
  await Promise.all(Array.from({ length: LOADED_AT_ONCE }, loader));
  for (const { id, revision } of devices) await client.untilSearchable(id, revision);
  const users: EstateUser[] = [];
  for (const parity of [0, 1]) {
    const name = `${rules}-user-${parity}`;
    const userGroup = await create("/domain/1/usergroup", { name });
    await client.call("PUT", `/domain/1/usergroup/${userGroup}/permissions`, {
      permissions: ["securityManager", "devices"].map((permission) => ({ name: permission, read: true })),
      deviceGroups: groups.filter((_, at) => at % 2 === parity).map((id) => ({ id, read: true })),
    });
    await create("/domain/1/user", { username: name, password: PASSWORD, userGroupIds: [userGroup] });
    const login = await client.call("POST", "/authentication/login", { username: name, password: PASSWORD });
    const { token } = JSON.parse(login.text) as { token: string };
    const seen = devices.filter((_, at) => (at % GROUPS) % 2 === parity);
    users.push({ authorization: `Bearer ${token}`, revisions: seen.map(({ revision }) => revision) });
  }
  return { size, devices, users };
}

/** Deletes the devices, so that the next estate is measured alone. */
export async function removeEstate({ client }: Pick<EstateStack, "client">, { devices }: LoadedEstate): Promise<void> {
  for (const { id } of devices) await client.call("DELETE", `/domain/1/device/${id}`);
}
