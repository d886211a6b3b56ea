import type { Filter, ParsedQuery } from "../../src/siql/language/syntax.ts";
import type { PutEntityName } from "../../src/siql/schema/entities.ts";
import {
  addressesHold,
  type Comparison,
  hasAddress,
  holds,
  LINE_END,
  numbersOf,
  pointsOf,
  rangeOf,
  regexOf,
  serviceOperand,
  servicesHold,
} from "./slow-comparisons.ts";

/** An entity as a client puts it. */
export interface SlowEntity {
  readonly id: string;
  readonly device: number | null;
  readonly name: string;
  readonly displayName: string;
  readonly comment: string;
  readonly connections: readonly SlowConnection[];
  readonly applications: readonly string[];
}

interface SlowConnection {
  readonly source: readonly string[];
  readonly destination: readonly string[];
  readonly service: readonly string[];
  readonly comment: string;
}

/** A device that the caller sees. */
export interface SeenDevice {
  readonly id: number;
  readonly name: string;
  readonly groupNames: readonly string[];
}

/**
 * Evaluates a query on the entities that clients store. Checks each entity separately, and compares sets of addresses
 * and sets of services point by point. Uses no code of the service except its parser. Returns the entities in the order
 * of `sort`.
 */
export function slowEntities(
  { filters }: ParsedQuery,
  kind: PutEntityName,
  entities: Readonly<Record<string, readonly SlowEntity[]>>,
  devices: readonly SeenDevice[],
  sort: readonly string[],
): readonly SlowEntity[] {
  const deviceOf = (entity: SlowEntity) => devices.find(({ id }) => id === entity.device);
  const isSeen = (entity: SlowEntity) => entity.device === null || deviceOf(entity) !== undefined;
  const seenApplications = (entities.application ?? []).filter(isSeen);
  const found = (entities[kind] ?? [])
    .filter(isSeen)
    .filter((entity) =>
      filters.every((filter) => filterHolds(filter, kind, entity, deviceOf(entity), seenApplications)),
    );
  return found.toSorted((a, b) => {
    for (const key of [...sort, "device", "id"]) {
      const name = key.replace("-", "");
      const read = (entity: SlowEntity) =>
        name === "device.name" ? (deviceOf(entity)?.name ?? null) : entity[name as "name" | "device"];
      const order = compare(read(a), read(b), key.startsWith("-"));
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compare(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b === descending ? 1 : -1;
}

function filterHolds(
  { stanza, body }: Filter,
  kind: PutEntityName,
  entity: SlowEntity,
  device: SeenDevice | undefined,
  applications: readonly SlowEntity[],
): boolean {
  switch (stanza.toLowerCase()) {
    case "domain":
      return holds(body, (one) => numbersOf(one).includes(1));
    case "device":
      return device !== undefined && holds(body, (one) => deviceHolds(one, device));
    case "devicegroup":
      return device?.groupNames.some((name) => holds(body, (one) => regexOf(one, false).test(name))) ?? false;
    case "connection": {
      const holders = kind === "application" ? [entity] : applications.filter((one) => isMember(one, entity));
      return holders.some(({ connections }) =>
        connections.some((connection) => holds(body, (one) => connectionHolds(one, connection))),
      );
    }
    default:
      return holds(body, (one) => entityHolds(one, entity));
  }
}

/**
 * Returns whether an application belongs to a group: the group lists it, and the application has the group's device or
 * no device.
 */
function isMember(application: SlowEntity, group: SlowEntity): boolean {
  return group.applications.includes(application.id) && [null, group.device].includes(application.device);
}

function deviceHolds(comparison: Comparison, { id, name }: SeenDevice): boolean {
  const { subject, operator } = comparison;
  if (subject.kind !== "call" && subject.name === "id") return numbersOf(comparison).includes(id);
  return regexOf(comparison, operator.endsWith("~")).test(name) !== operator.startsWith("!");
}

function entityHolds(comparison: Comparison, entity: SlowEntity): boolean {
  const { subject, operator } = comparison;
  if (subject.kind === "call") throw new Error("no functions here");
  const negated = operator.startsWith("!") || operator.startsWith("IS NOT");
  const name = subject.name as "id" | "name" | "displayName" | "comment" | "device";
  const value = entity[name];
  if (operator.endsWith("NULL")) return (value === null) !== negated;
  if (value === null) return false;
  if (operator.endsWith("EMPTY")) return (value === "") !== negated;
  if (typeof value === "string") return regexOf(comparison, operator.endsWith("~")).test(value) !== negated;
  const [first = 0] = numbersOf(comparison);
  if (operator === ">") return value > first;
  if (operator === "<=") return value <= first;
  return numbersOf(comparison).includes(value) !== negated;
}

function connectionHolds(comparison: Comparison, connection: SlowConnection): boolean {
  const { subject, operator } = comparison;
  if (subject.kind === "call") throw new Error("no functions here");
  const negated = operator.startsWith("IS NOT") || operator.startsWith("!");
  if (operator.endsWith("NULL")) return negated;
  if (subject.name === "comment") {
    if (operator.endsWith("EMPTY")) return (connection.comment === "") !== negated;
    return regexOf(comparison, operator.endsWith("~")).test(connection.comment) !== negated;
  }
  const texts = connection[subject.name as "source" | "destination" | "service"];
  if (subject.name === "service") {
    const ranges = texts.filter((text) => text !== "any").map((text) => serviceOperand(text));
    const has = (point: bigint) => texts.includes("any") || ranges.some((range) => range.has(point));
    return servicesHold(comparison, { has, points: ranges.flatMap(({ points }) => points) });
  }
  const named = texts.filter((text) => text !== "any");
  const has = (point: bigint) => texts.includes("any") || named.some((text) => hasAddress(text, point));
  return addressesHold(comparison, { has, points: named.flatMap((text) => pointsOf(rangeOf(text), LINE_END)) });
}

/** Returns a key that identifies an entity. */
export function slowKey({ device, id }: Pick<SlowEntity, "device" | "id">): string {
  return `${device} ${id}`;
}
