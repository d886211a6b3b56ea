import type { CheckedFilter } from "../siql/checking/checked-query.ts";
import { evaluateCondition, type Values } from "../siql/evaluating/evaluate-condition.ts";

/** A device as the caller of a search sees it. */
export interface SearchedDevice {
  readonly id: number;
  readonly name: string;
  /** The groups that contain the device and that the caller sees. */
  readonly groupIds: readonly number[];
  /** The id of the device's current revision. */
  readonly revision: number | null;
  readonly values: Values;
  /** The device as responses show it. */
  readonly record: object;
}

export interface SearchedGroup {
  readonly id: number;
  readonly values: Values;
  /** The device group as responses show it. */
  readonly record: object;
}

/** The devices, device groups and domain that a caller may see. Devices and groups are ordered by id. */
export interface SearchedEstate {
  readonly domain: Values;
  readonly groups: readonly SearchedGroup[];
  readonly devices: readonly SearchedDevice[];
}

/** Returns the filters on domains, device groups and devices. All other filters are applied by the search index. */
function estateFilters(filters: readonly CheckedFilter[]) {
  const of = (stanza: string) => filters.filter((filter) => filter.stanza === stanza);
  return { domain: of("domain"), devicegroup: of("devicegroup"), device: of("device") };
}

/**
 * Returns the devices that match all filters. A filter on device groups matches a device if at least one group that
 * contains the device matches the filter.
 */
export function selectDevices(filters: readonly CheckedFilter[], estate: SearchedEstate): readonly SearchedDevice[] {
  const { domain, devicegroup, device } = estateFilters(filters);
  if (!holds(domain, estate.domain)) return [];
  const groups = devicegroup.map((filter) => {
    const found = estate.groups.filter((group) => holds([filter], group.values));
    return new Set(found.map((group) => group.id));
  });
  return estate.devices.filter(
    ({ groupIds, values }) => holds(device, values) && groups.every((ids) => groupIds.some((id) => ids.has(id))),
  );
}

/**
 * Reports whether a search may find records without a device. Such records belong to the domain, but to no device and
 * no device group. A search with a filter on devices or device groups does not find them.
 */
export function takesNoDevice(filters: readonly CheckedFilter[], estate: SearchedEstate): boolean {
  const { domain, devicegroup, device } = estateFilters(filters);
  return devicegroup.length === 0 && device.length === 0 && holds(domain, estate.domain);
}

/**
 * Returns the device groups that match all filters. A filter on devices matches a group if at least one device of the
 * group matches the filter.
 */
export function selectGroups(filters: readonly CheckedFilter[], estate: SearchedEstate): readonly SearchedGroup[] {
  const { domain, devicegroup, device } = estateFilters(filters);
  if (!holds(domain, estate.domain)) return [];
  const holding = device.map((filter) => {
    const found = estate.devices.filter(({ values }) => holds([filter], values));
    return new Set(found.flatMap(({ groupIds }) => groupIds));
  });
  return estate.groups.filter(({ id, values }) => holds(devicegroup, values) && holding.every((ids) => ids.has(id)));
}

function holds(filters: readonly CheckedFilter[], values: Values): boolean {
  return filters.every(({ condition }) => evaluateCondition(condition, values));
}
