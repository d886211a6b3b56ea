import type { CurrentRevision, Device } from "../../src/devices/device.ts";
import type { PropertyInput } from "../../src/documentation/custom-property.ts";
import type { PutEntity } from "../../src/entities/put-entity.ts";
import type { Change, Revision } from "../../src/revisions/revision.ts";
import type { RevisionDigest } from "../../src/revisions/revision-digest.ts";
import type { RuleReport } from "../../src/usage/usage-store.ts";
import type { User } from "../../src/users/user.ts";
import type { UserGroup } from "../../src/users/user-group.ts";

/** The tests store these values, and compare the stored documents with the documents in documents/. */

export const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

export const group = { id: 2, name: "Edge", description: "At the border", parentId: 1 };
export const device: Device = {
  ...{ id: 7, name: "edge-1", description: "", type: "FIREWALL", vendor: "Cisco", product: "ASA" },
  ...{ managementIp: "10.0.0.1", managementStationId: null, active: true },
  ...{ deviceGroupIds: [], currentRevision: null, lastUpdated: at(1) },
};
export const renamed = { ...device, name: "Edge-One", lastUpdated: at(4) };
const counts = { totalSecRules: 2, natRuleCount: 0, ntwkObjCount: 1, svcObjCount: 0, scheduleObjCount: 0 };
export const current: CurrentRevision = {
  ...{ id: 2, configuredAt: at(2), since: at(3) },
  counts: { ...counts, routeCount: 1, zoneCount: 0, interfaceCount: 2, policyCount: 1 },
};

const changed = (added: number) => ({ added, removed: 0, changed: 0 });
export const changeCounts = { rules: changed(1), objects: changed(0), routes: changed(0) };
export const changes: readonly Change[] = [
  { change: "ADDED", kind: "rule", id: "rule-2", policy: "outside", name: "2 web" },
];
const sha256 = "a".repeat(64);
export const part = { sha256, json: '{"kind":"device"}' };
const revision = { deviceId: 7, createdBy: "ada@example.com", schema: "device-snapshot.v1", parts: [sha256] };
const pending = { notUnderstood: 1, state: "pending", attempts: 0, changes: null } as const;
export const first: Revision = {
  ...{ ...revision, ...pending, id: 1, baseRevision: null, configuredAt: at(1), createdAt: at(1) },
};
export const second: Revision = {
  ...{ ...revision, ...pending, id: 2, baseRevision: 1, configuredAt: at(2), createdAt: at(2) },
};
export const digest: RevisionDigest = {
  rows: [
    {
      ...{ policy: "outside", hash: "hash", action: "ACCEPT", name: "web", number: 2, isLine: true, id: "rule-2" },
      ...{ created: at(2).getTime(), lastChanged: null },
    },
  ],
  objects: [{ kind: "network", name: "office", hash: "hash of office" }],
  routes: ["0.0.0.0/0 via 10.0.0.254"],
};

export const user: User = {
  ...{ id: 3, username: "Rowan", firstName: "Rowan", lastName: "Marsh", email: "Rowan@example.com" },
  ...{ enabled: true, locked: false, expired: false, userGroupIds: [2], passwordHash: "scrypt$hash" },
  ...{ lastLogin: null, previousLogin: null },
};
export const withoutEmail: User = {
  ...user,
  id: 4,
  username: "theo",
  email: null,
  passwordHash: null,
  userGroupIds: [],
};
export const userGroup: UserGroup = {
  ...{ id: 2, name: "Readers", description: "Who reads" },
  permissions: [{ name: "devices", read: true, write: false }],
  deviceGroups: [{ id: 1, read: true, write: false }],
};
export const token = { hash: "hash of a token", userId: 3, createdAt: at(1), expiresAt: at(9) };
export const attempt = { id: "attempt", at: at(2) };

export const defaults: readonly PropertyInput[] = [
  { name: "Owner", key: "owner", type: "STRING", filterable: true, disabled: false },
  { name: "Expires", key: "expires", type: "DATE", filterable: true, disabled: false },
];
export const property: PropertyInput = { ...defaults[0], name: "Team", key: "Team" } as PropertyInput;

export const day = Date.UTC(2026, 10, 20);
export const reports: readonly RuleReport[] = [
  { ruleId: "rule-2", hits: 5, objects: [{ column: "sources", id: "office", parentId: null, hits: 5 }] },
];

export const asset: PutEntity = {
  ...{ kind: "asset", id: "asset-1", deviceId: 7, name: "crm", displayName: "CRM", comment: "" },
  ...{ connections: [], applications: [] },
};
export const application: PutEntity = {
  ...{ ...asset, kind: "application", id: "app-1", deviceId: null },
  connections: [{ source: ["10.0.0.0/8"], destination: ["10.9.0.1"], service: ["tcp/443"], comment: "web" }],
};
