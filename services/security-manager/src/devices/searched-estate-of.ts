import { readAddressText } from "@network-access/estate-model/read-address-text";
import { addressSetOfRanges } from "@network-access/traffic-sets/address-ranges";
import { noAddresses } from "@network-access/traffic-sets/address-set";
import { ALL_DEVICES, DOMAIN, type EstateCaller } from "../access/estate-caller.ts";
import type { ColumnValue } from "../columns/column-value.ts";
import { networkColumn } from "../columns/network-column.ts";
import type { SearchedEstate } from "../searching/searched-estate.ts";
import type { Values } from "../siql/evaluating/evaluate-condition.ts";
import type { Device } from "./device.ts";
import { deviceGroupRecord, searchedDeviceRecord } from "./device-record.ts";
import { devicesOf, type Estate, groupsOf } from "./estate.ts";

export const DOMAIN_RECORD = { id: DOMAIN, name: "Enterprise", description: "The domain of every device." } as const;

/** The results of `searchedEstateOf` for callers who may see all devices, cached for each estate object. */
const whole = new WeakMap<Estate, SearchedEstate>();

/** Returns the part of an estate that a caller sees, in the form that searches use. */
export function searchedEstateOf(estate: Estate, caller: EstateCaller): SearchedEstate {
  if (!caller.mayGroup("read", ALL_DEVICES)) return seenEstate(estate, caller);
  const known = whole.get(estate) ?? seenEstate(estate, caller);
  whole.set(estate, known);
  return known;
}

function seenEstate(estate: Estate, caller: EstateCaller): SearchedEstate {
  const devices = devicesOf(estate, caller);
  const groups = groupsOf(estate, caller);
  const seen = {
    devices: new Map(devices.map((device) => [device.id, device])),
    groups: new Map(groups.map((group) => [group.id, group])),
  };
  return {
    domain: valuesOf(DOMAIN_RECORD),
    groups: groups.map((group) => {
      const record = deviceGroupRecord(group, seen);
      const { childDeviceGroups: _, ...values } = record;
      return { id: group.id, values: valuesOf(values), record };
    }),
    devices: devices.map((device) => {
      const record = searchedDeviceRecord(device, seen);
      const { deviceType: type, domainId: _, managedType: __, revid: ___, ...values } = record;
      const times = {
        lastUpdated: device.lastUpdated.getTime(),
        lastRevision: device.currentRevision?.configuredAt.getTime() ?? null,
      };
      return {
        ...{ id: device.id, name: device.name, revision: device.currentRevision?.id ?? null, record },
        groupIds: [ALL_DEVICES, ...device.deviceGroupIds].filter((id) => seen.groups.has(id)),
        values: valuesOf({ ...values, type, ...times, managementIp: managementColumn(device) }),
      };
    }),
  };
}

function valuesOf(values: Readonly<Record<string, ColumnValue>>): Values {
  return (attribute) => values[attribute];
}

function managementColumn({ managementIp }: Device): ColumnValue {
  const read = managementIp === null ? undefined : readAddressText(managementIp);
  // `isAny` is false, because a single address is never all addresses of a family.
  return { ...networkColumn(read?.ok ? addressSetOfRanges([read.range]) : noAddresses), isAny: false };
}
