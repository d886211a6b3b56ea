import { z } from "zod";
import type { deviceGroupRecord, deviceRecord, searchedDeviceRecord } from "../../devices/device-record.ts";
import { COUNT, ID, TIME } from "./scalars.ts";

const searched = {
  id: ID,
  domainId: ID,
  revid: ID.nullable().meta({ description: "The current revision; null where there is none." }),
  name: z.string(),
  description: z.string(),
  managementIp: z.string().nullable(),
  deviceType: z.enum(["FIREWALL", "DEVICE_MGR"]),
  vendor: z.string(),
  product: z.string(),
  active: z.boolean(),
  managedType: z.string(),
  managementStationId: ID.nullable().meta({ description: "Null also where the caller does not see the station." }),
  lastUpdated: TIME,
  lastRevision: TIME.nullable().meta({ description: "When the device had its current configuration." }),
  totalSecRules: COUNT,
  natRuleCount: COUNT,
  ntwkObjCount: COUNT,
  svcObjCount: COUNT,
  scheduleObjCount: COUNT,
  routeCount: COUNT,
  zoneCount: COUNT,
  interfaceCount: COUNT,
  policyCount: COUNT,
};

/** A device in the response to a search. */
export const SearchedDeviceAnswer = z.object(searched).meta({ id: "SearchedDevice" }) satisfies z.ZodType<
  ReturnType<typeof searchedDeviceRecord>
>;

/** A device in the response to a request for this device. */
export const DeviceAnswer = z
  .object({
    ...searched,
    state: z.enum(["ACTIVE", "INACTIVE"]),
    parents: z.array(ID).meta({ description: "The management station." }),
    children: z.array(ID).meta({ description: "The devices of which it is the management station." }),
    deviceGroupIds: z.array(ID).meta({ description: "The groups that hold it directly, without All Devices." }),
    devicePack: z.object({
      id: ID,
      groupId: z.string(),
      artifactId: z.string(),
      artifacts: z.array(z.unknown()).max(0),
      deviceName: z.string(),
      deviceType: z.enum(["FIREWALL", "DEVICE_MGR"]),
      vendor: z.string(),
    }),
  })
  .meta({ id: "Device" }) satisfies z.ZodType<Omit<ReturnType<typeof deviceRecord>, "devicePack">>;

export const DeviceGroupAnswer = z
  .object({
    id: ID,
    domainId: ID,
    name: z.string(),
    description: z.string(),
    system: z.boolean().meta({ description: "True for All Devices, which is never renamed or deleted." }),
    parentId: ID.nullable(),
    deviceCount: COUNT.meta({ description: "How many of its devices the caller sees." }),
    childDeviceGroups: z.array(ID),
  })
  .meta({ id: "DeviceGroup" }) satisfies z.ZodType<ReturnType<typeof deviceGroupRecord>>;
