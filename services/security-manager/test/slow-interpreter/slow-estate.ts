import type { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import type { EstateDemonstration } from "@network-access/testkit/demonstration-estate";
import type { ParsedQuery } from "../../src/siql/language/syntax.ts";
import type { RecordedEstate } from "../recorded-estate.ts";
import { slowCreation } from "./slow-history.ts";
import type { SlowNotes } from "./slow-notes.ts";
import { parentsHold } from "./slow-parents.ts";
import { type SnapshotEndpoint, slowRecords } from "./slow-records.ts";
import { type SlowDevice, slowRules } from "./slow-rules.ts";
import { addressesOf, type SlowValues } from "./slow-values.ts";

const DAY = 86_400_000;

/** The ids that the manager assigned. Devices and groups are found by name, and rules by their `ruleKey`. */
export interface GivenIds {
  readonly devices: ReadonlyMap<string, number>;
  readonly groups: ReadonlyMap<string, number>;
  readonly rules: ReadonlyMap<string, string>;
}

export interface SlowEstate {
  readonly devices: readonly (SlowDevice & { readonly name: string })[];
  readonly groups: readonly SlowValues[];
}

/** Returns the key of a rule, which consists of the names of its device and policy, and its number. */
export function ruleKey(device: string, policy: string, number: number): string {
  return `${device}/${policy}#${number}`;
}

/**
 * Returns the demonstration estate in the form that the slow interpreters need. Builds it from the files of the
 * demonstration and from the recorded requests to the manager.
 */
export function slowEstate(estate: EstateDemonstration, recorded: RecordedEstate, ids: GivenIds): SlowEstate {
  const groupOf = (name: string): SlowValues => {
    const parent = estate.groups.find((one) => one.name === name)?.parent;
    return { id: ids.groups.get(name) ?? 0, name, parentid: parent && ids.groups.get(parent) };
  };
  const devices = estate.devices.map(({ name, groups, ...device }) => {
    const id = ids.devices.get(name) ?? 0;
    const revisions = recorded.revisions.get(id) ?? [];
    const newest = revisions.at(-1);
    const parts = newest?.parts ?? [];
    const keys = keysOf(name, parts);
    const ruleId = (place: number) => ids.rules.get(keys[place] ?? "");
    const creation = slowCreation(revisions);
    return {
      ...{ id, name, parts, ruleId },
      parents: {
        device: {
          ...{ id, name, active: true, type: { enumValue: device.type ?? "FIREWALL" } },
          managementip: addressesOf([device.managementIp]),
          managementstationid: device.station === undefined ? undefined : ids.devices.get(device.station),
          lastrevision: newest?.configuredAt,
        },
        groups: ["All Devices", ...groups].map(groupOf),
      },
      notes: (place: number) => notesOf(recorded, ruleId(place)),
      created: (place: number) => creation[place] ?? null,
    };
  });
  const groups = ["All Devices", ...estate.groups.map(({ name }) => name)].map(groupOf);
  return { devices: devices.toSorted((one, other) => one.id - other.id), groups };
}

function keysOf(device: string, parts: readonly SnapshotPart[]): readonly string[] {
  return parts.flatMap((part) =>
    part.kind === "policy" ? part.rows.map(({ number }) => ruleKey(device, part.name, number)) : [],
  );
}

function notesOf({ usage, documentation }: RecordedEstate, ruleId: string | undefined): SlowNotes {
  const reports = usage.flatMap(({ endDate, ruleUsages }) =>
    ruleUsages
      .filter((one) => one.ruleId === ruleId)
      .map(({ hitCount }) => ({ end: Date.parse(endDate), hits: hitCount })),
  );
  const props = documentation.filter((one) => one.ruleId === ruleId).flatMap((one) => one.props);
  const values = props.map(({ key, dateval, ...member }) => [
    key.toLowerCase(),
    dateval === undefined ? Object.values(member)[0] : Date.parse(String(dateval)),
  ]);
  return { reports, values: Object.fromEntries(values) };
}

/** Returns the keys of the records that a query on an endpoint finds, in the order of the estate. */
export function slowAnswer(
  query: ParsedQuery,
  endpoint: string,
  { devices, groups }: SlowEstate,
  now: number,
): readonly string[] {
  if (endpoint === "devicegroup")
    return groups
      .filter((group) => {
        const device = { id: undefined };
        return query.filters.every((filter) => parentsHold(filter, { device, groups: [group] }, now) === true);
      })
      .map(({ name }) => String(name));
  return devices.flatMap((device) => {
    if (endpoint === "device")
      return query.filters.every((filter) => parentsHold(filter, device.parents, now) === true) ? [device.name] : [];
    if (endpoint === "secrule")
      return slowRules(query, device, now).map(({ policy, row }) => ruleKey(device.name, policy.name, row.number));
    return slowRecords(query, endpoint as SnapshotEndpoint, device, now).map((key) => `${device.name}/${key}`);
  });
}

/**
 * Returns the documentation of a rule (`props`) and its hits in the last 30 days, for the whole rule and for each
 * destination object.
 */
export function slowFields({ usage, documentation }: RecordedEstate, ruleId: string, now: number) {
  const props = documentation.filter((one) => one.ruleId === ruleId).flatMap((one) => one.props);
  const reports = usage
    .filter(({ endDate }) => Date.parse(endDate) >= now - 30 * DAY && Date.parse(endDate) < now)
    .flatMap(({ ruleUsages }) => ruleUsages.filter((one) => one.ruleId === ruleId));
  const objects = reports.flatMap(({ destinations = [] }) => destinations);
  return {
    props: Object.fromEntries(props.map(({ key, ...member }) => [key, Object.values(member)[0]])),
    hitCount: sum(reports.map(({ hitCount }) => hitCount)),
    objectHits: (id: string) => sum(objects.filter((one) => one.id === id).map(({ hitCount }) => hitCount)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
