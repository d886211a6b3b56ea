import { noEdges, union } from "@network-access/traffic-sets/edges";
import { networkColumn, serviceColumn } from "../columns/network-column.ts";
import { nameId } from "./name-id.ts";
import type { RevisionModel } from "./revision-model.ts";
import type { Row } from "./row.ts";

/** How many addresses an object's own record lists. */
const MOST_LISTED = 1_000;

export function networkObjectRows({ deviceId, snapshot, addresses, texts }: RevisionModel): Iterable<Row> {
  return snapshot.networkObjects.values().map(({ name, comment, type, fqdn = null, members }, place) => {
    const id = nameId(deviceId, "network", name);
    const common = { name, displayName: name, comment, type };
    return {
      ...{ id, policyPlace: 0, place },
      values: { networkobj: { id, ...common, fqdn, address: networkColumn(addresses.object(name).known) } },
      record: {
        ...{ matchId: id, uid: id, ...common, ...(fqdn !== null && { networkType: "FQDN", fqdn }) },
        ...texts.objectAddresses(name, MOST_LISTED),
        members: texts.addressMembers(members),
      },
    };
  });
}

export function serviceObjectRows({ deviceId, snapshot, services, texts }: RevisionModel): Iterable<Row> {
  return snapshot.serviceObjects.values().map(({ name, comment, type, members }, place) => {
    const id = nameId(deviceId, "service", name);
    const common = { name, displayName: name, comment, type };
    const set = services
      .object(name)
      .parts.map((part) => part.services)
      .reduce(union, noEdges);
    return {
      ...{ id, policyPlace: 0, place },
      values: { serviceobj: { id, ...common, service: serviceColumn(set) } },
      record: {
        ...{ matchId: id, uid: id, ...common, ...texts.objectServices(name, MOST_LISTED) },
        members: texts.serviceMembers(members),
      },
    };
  });
}

export function scheduleRows({ deviceId, snapshot }: RevisionModel): Row[] {
  return [...snapshot.schedules.values()].map(({ name, comment, start = null, end = null, periods }, place) => {
    const id = nameId(deviceId, "schedule", name);
    const common = { name, displayName: name, comment };
    const times = { start: start === null ? null : Date.parse(start), end: end === null ? null : Date.parse(end) };
    return {
      ...{ id, policyPlace: 0, place },
      values: { scheduleobj: { id, ...common, ...times } },
      record: { matchId: id, uid: id, ...common, start, end, periods },
    };
  });
}
