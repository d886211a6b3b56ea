import { PASSWORD, type PreparedEstate } from "./described-estate.ts";
import { FIRST_SNAPSHOT } from "./described-snapshot.ts";
import { namedPart } from "./running-manager.ts";

/** A request to an operation; `domain` is 1 where the path does not say otherwise. */
export interface Call {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Calls {
  /** Made once, in order. Each succeeds, and a list that is answered is not empty. */
  readonly succeed: readonly (Call | (() => Promise<Call>))[];
  /** Calls that are refused with a status that not every call can get. */
  readonly refused?: Readonly<Record<number, Call>>;
  /** Refusals that depend on when the call is made. */
  readonly byChance?: readonly number[];
}

/** Calls of every operation, by its name. */
export function describedCalls(estate: PreparedEstate): Readonly<Record<string, Calls>> {
  return { ...deviceCalls(estate), ...revisionCalls(estate), ...searchCalls(estate), ...userCalls(estate) };
}

function deviceCalls({ device, station, group, create, newName }: PreparedEstate): Record<string, Calls> {
  const newDevice = () => create("/device", { name: newName() });
  const newGroup = () => create("/devicegroup", { name: newName() });
  const all = { path: { id: 1 } };
  return {
    readVersion: { succeed: [{}] },
    readDomain: { succeed: [{}] },
    listDevices: { succeed: [{ query: { pageSize: "100" } }, { query: { name: "DESCRIBED" } }] },
    createDevice: {
      succeed: [
        { body: { name: newName() } },
        {
          body: {
            ...{ name: newName(), description: "d", type: "FIREWALL", vendor: "Cisco", product: "ASA", active: false },
            ...{ managementIp: "2001:db8::1", managementStationId: station, deviceGroupIds: [group] },
          },
        },
      ],
      refused: { 409: { body: { name: "Described" } } },
    },
    readDevice: { succeed: [{ path: { id: device } }, { path: { id: station } }] },
    readDeviceByName: { succeed: [{ path: { name: "Described" } }] },
    updateDevice: {
      succeed: [async () => ({ path: { id: await newDevice() }, body: { name: newName(), managementIp: null } })],
      refused: { 409: { path: { id: station }, body: { name: "described" } } },
    },
    deleteDevice: {
      succeed: [async () => ({ path: { id: await newDevice() } })],
      refused: { 409: { path: { id: station } } },
    },
    listDeviceGroups: { succeed: [{}] },
    createDeviceGroup: {
      succeed: [{ body: { name: newName(), description: "d", parentId: group } }],
      refused: { 409: { body: { name: "all devices" } } },
    },
    readDeviceGroup: { succeed: [{ path: { id: group } }, all] },
    readDeviceGroupByName: { succeed: [{ path: { name: "Described" } }] },
    updateDeviceGroup: {
      succeed: [async () => ({ path: { id: await newGroup() }, body: { name: newName() } })],
      refused: { 409: { ...all, body: { name: newName() } } },
    },
    deleteDeviceGroup: { succeed: [async () => ({ path: { id: await newGroup() } })], refused: { 409: all } },
    listDevicesOfGroup: { succeed: [{ path: { id: group } }, all] },
    addDeviceToGroup: {
      succeed: [async () => ({ path: { id: group, device: await newDevice() } })],
      refused: { 409: { path: { id: 1, device } } },
    },
    removeDeviceFromGroup: {
      succeed: [async () => ({ path: { id: group, device: await newDevice() } })],
      refused: { 409: { path: { id: 1, device } } },
    },
  };
}

function revisionCalls({ device, revision, policies, newName }: PreparedEstate): Record<string, Calls> {
  const part = namedPart({ kind: "text", file: newName(), text: "hostname edge" });
  const putPart = { path: { id: device, sha256: part.sha256 }, body: JSON.parse(part.json) };
  const revisionOf = (baseRevision: number | null, parts: readonly string[]) => ({
    ...{ configuredAt: new Date().toISOString(), baseRevision, schema: "device-snapshot.v1", parts },
  });
  const stored = FIRST_SNAPSHOT.map((one) => namedPart(one).sha256);
  return {
    putPart: { succeed: [putPart, putPart] },
    putRevision: {
      succeed: [
        { path: { id: device }, body: revisionOf(revision, stored) },
        { path: { id: device }, body: revisionOf(revision, stored) },
      ],
      refused: { 409: { path: { id: device }, body: revisionOf(null, ["0".repeat(64)]) } },
    },
    listRevisions: { succeed: [{ path: { id: device } }] },
    readRevision: { succeed: [{ path: { id: device, revision } }, { path: { id: device, revision: "latest" } }] },
    listPolicyRows: {
      succeed: policies.map((uid) => ({ path: { id: device, revision, uid }, query: { pageSize: "100" } })),
      // While the revision is made.
      byChance: [409],
    },
    listChanges: { succeed: [{ path: { id: device, revision } }] },
  };
}

function searchCalls({ device }: PreparedEstate): Record<string, Calls> {
  const entities = {
    ...{ Secrule: "SECURITYRULE", Natrule: "NATRULE", Policy: "POLICY", Networkobj: "NETWORKOBJECT" },
    ...{ Serviceobj: "SERVICEOBJECT", Scheduleobj: "SCHEDULEOBJECT", Interface: "INTERFACE", Route: "ROUTE" },
    ...{ Device: "DEVICE", Devicegroup: "DEVICEGROUP" },
  };
  const q = `device{id = ${device}}`;
  const searches = Object.keys(entities).map((name) => [
    `search${name}`,
    { succeed: [{ query: { q, pageSize: "100" } }, { query: { q, sort: "-name", sortdir: "asc" } }] },
  ]);
  return {
    ...Object.fromEntries(searches),
    countRecords: { succeed: Object.values(entities).map((countType) => ({ query: { q, countType } })) },
    streamRules: { succeed: [{ query: { q } }] },
  };
}

function userCalls({ group, user, otherUser, userGroup, create, newName }: PreparedEstate): Record<string, Calls> {
  const newUser = () => create("/user", { username: newName() });
  const newGroup = () => create("/usergroup", { name: newName() });
  const described = { username: "described", password: PASSWORD };
  const all = { path: { id: 1 } };
  return {
    logIn: {
      succeed: [{ body: described }],
      refused: { 401: { body: { ...described, password: "a wrong password" } } },
    },
    validateLogin: { succeed: [{ body: described }, { body: { ...described, password: "a wrong password" } }] },
    listUserAccess: { succeed: [{}, { query: { after: "1", limit: "1" } }] },
    listUsers: { succeed: [{}] },
    createUser: {
      succeed: [
        { body: { username: newName() } },
        {
          body: {
            ...{ username: newName(), firstName: "Ada", lastName: "L", email: "ada.l@estate.example", locked: true },
            ...{ password: PASSWORD, userGroupIds: [userGroup] },
          },
        },
      ],
      refused: { 409: { body: { username: "DESCRIBED" } } },
    },
    readUser: { succeed: [{ path: { id: user } }] },
    updateUser: {
      succeed: [async () => ({ path: { id: await newUser() }, body: { username: newName(), password: PASSWORD } })],
      refused: { 409: { path: { id: otherUser }, body: { username: "DESCRIBED" } } },
    },
    listUserGroups: { succeed: [{}] },
    createUserGroup: { succeed: [{ body: { name: newName() } }], refused: { 409: { body: { name: "described" } } } },
    readUserGroup: { succeed: [{ path: { id: userGroup } }, all] },
    updateUserGroup: {
      succeed: [async () => ({ path: { id: await newGroup() }, body: { name: newName(), description: "d" } })],
      refused: { 409: { ...all, body: { name: newName() } } },
    },
    removeUserGroup: { succeed: [async () => ({ path: { id: await newGroup() } })], refused: { 409: all } },
    listUsersOfGroup: { succeed: [{ path: { id: userGroup } }, all] },
    addUserToGroup: {
      succeed: [async () => ({ path: { id: await newGroup(), user } })],
      refused: { 409: { path: { id: 1, user } } },
    },
    removeUserFromGroup: {
      succeed: [async () => ({ path: { id: await newGroup(), user } })],
      refused: { 409: { path: { id: 1, user } } },
    },
    readPermissions: { succeed: [{ path: { id: userGroup } }, all] },
    setPermissions: {
      succeed: [
        async () => ({
          path: { id: await newGroup() },
          body: { permissions: [{ name: "devices", write: true }], deviceGroups: [{ id: group, read: true }] },
        }),
      ],
    },
    listPermissionDefinitions: { succeed: [{}] },
  };
}
