import { z } from "zod";
import { recordPage } from "./record-kind.ts";
import { DEVICE_COLUMNS, OF_DEVICE, timeCell } from "./row-columns.ts";

const Device = z.object({
  id: z.int(),
  name: z.string(),
  vendor: z.string(),
  product: z.string(),
  managementIp: z.string().nullable(),
  totalSecRules: z.int(),
  lastRevision: z.string().nullable(),
});

/**
 * Reads pages of devices. `rules` is the number of a device's security rules. `lastRevision` is the time of its current
 * configuration.
 */
export const DEVICES = recordPage(Device, [
  { name: "id", cell: ({ id }) => id },
  { name: "name", cell: ({ name }) => name },
  { name: "vendor", cell: ({ vendor }) => vendor },
  { name: "product", cell: ({ product }) => product },
  { name: "managementIp", cell: ({ managementIp }) => managementIp },
  { name: "rules", cell: ({ totalSecRules }) => totalSecRules },
  { name: "lastRevision", cell: ({ lastRevision }) => timeCell(lastRevision) },
]);

const DeviceGroup = z.object({
  id: z.int(),
  name: z.string(),
  parentId: z.int().nullable(),
  deviceCount: z.int(),
});

/** Reads pages of device groups. `deviceCount` is the number of a group's devices that the user sees. */
export const DEVICE_GROUPS = recordPage(DeviceGroup, [
  { name: "id", cell: ({ id }) => id },
  { name: "name", cell: ({ name }) => name },
  { name: "parentId", cell: ({ parentId }) => parentId },
  { name: "deviceCount", cell: ({ deviceCount }) => deviceCount },
]);

const Policy = z.object({
  ...OF_DEVICE,
  matchId: z.string(),
  displayName: z.string(),
  policyType: z.string(),
  ruleCount: z.int(),
});

export const POLICIES = recordPage(Policy, [
  ...DEVICE_COLUMNS,
  { name: "policyId", cell: ({ matchId }) => matchId },
  { name: "name", cell: ({ displayName }) => displayName },
  { name: "type", cell: ({ policyType }) => policyType },
  { name: "rules", cell: ({ ruleCount }) => ruleCount },
]);
