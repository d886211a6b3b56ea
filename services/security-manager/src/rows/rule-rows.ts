import { type EffectiveColumns, effectiveColumns } from "@network-access/estate-model/effective-columns";
import type { Policy } from "@network-access/estate-model/snapshot";
import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { noEdges, union as unionEdges } from "@network-access/traffic-sets/edges";
import { networkColumn, serviceColumn } from "../columns/network-column.ts";
import { anyObject, MOST_OBJECTS, MOST_PARTS } from "./column-texts.ts";
import { nameId } from "./name-id.ts";
import { policyValues } from "./policy-rows.ts";
import type { RevisionModel, RowIdentity } from "./revision-model.ts";
import type { Row } from "./row.ts";

/** Returns whether a row is a line of the configuration that decides about connections. */
function isSecurityRule({ implicit, action }: SnapshotRow): boolean {
  return !implicit && (action === "ACCEPT" || action === "DROP" || action === "REJECT");
}

function isTranslationRule({ implicit, translation }: SnapshotRow): boolean {
  return !implicit && translation !== undefined;
}

/** Makes the rows for the security rules of a revision. */
export function securityRuleRows(model: RevisionModel): Iterable<Row> {
  return rowsOf(model, "SECURITY", isSecurityRule, (row, columns, common, identity) => {
    const { sourceZones, destinationZones, approximate } = columns;
    const lists = {
      ...{ application: row.applications, user: row.users, profile: row.profiles },
      ...{ urlMatcher: row.urlMatchers, schedule: row.schedules },
    };
    const rule = {
      ...common.values,
      ...{ action: row.action, log: row.log, exact: row.exact, approximate },
      ...{ noComment: row.comment === "", decidesNewConnections: row.connections !== "none" },
      "source.any": common.values.source.isAny,
      "destination.any": common.values.destination.isAny,
      "service.any": common.values.service.isAny,
      "application.any": row.applications.length === 0,
      "user.any": row.users.length === 0,
      "source.zone": sourceZones ?? [ANY_ZONE],
      "destination.zone": destinationZones ?? [ANY_ZONE],
      "source.zone.any": sourceZones === null,
      "destination.zone.any": destinationZones === null,
      ...lists,
    };
    const record = {
      ...common.record,
      ...{ ruleAction: row.action, log: row.log, exact: row.exact, approximate },
      decidesNewConnections: row.connections !== "none",
      families: row.families,
      ...otherColumns(model.deviceId, row, sourceZones, destinationZones),
      ...{ change: changeRecord(identity), cutServices: cutServices(model, row) },
    };
    return { values: { rule }, record };
  });
}

/** Makes the rows for the translation rules of a revision. */
export function translationRuleRows(model: RevisionModel): Iterable<Row> {
  return rowsOf(model, "NAT", isTranslationRule, (row, _, common) => {
    const { translation } = row;
    const addresses = (members: NonNullable<typeof translation>["source"]) =>
      model.addresses.members(members ?? []).known;
    const parts = model.services.members(translation?.service ?? []).parts;
    const service = parts.map((part) => part.services).reduce(unionEdges, noEdges);
    const natrule = {
      ...common.values,
      type: translation?.type ?? "STATIC",
      translatedSource: networkColumn(addresses(translation?.source)),
      translatedDestination: networkColumn(addresses(translation?.destination)),
      translatedService: serviceColumn(service),
    };
    const record = { ...common.record, ...translationRecord(model, row) };
    return { values: { natrule }, record };
  });
}

const ANY_ZONE = "Any";

type Written = Pick<Row, "values" | "record">;

function* rowsOf(
  model: RevisionModel,
  policyType: Policy["policyType"],
  isRule: (row: SnapshotRow) => boolean,
  write: (
    row: SnapshotRow,
    columns: EffectiveColumns,
    common: ReturnType<typeof commonOf>,
    identity: RowIdentity,
  ) => Written,
): Generator<Row> {
  const columns = effectiveColumns(model.snapshot, policyType);
  for (const [policyPlace, policy] of [...model.snapshot.policies.values()].entries()) {
    if (policy.policyType !== policyType) continue;
    const ofPolicy = policyValues(model, policy);
    for (const [place, row] of policy.rows.entries()) {
      const found = columns.get(row);
      const identity = model.identities.get(row);
      if (!found || !identity || !isRule(row)) continue;
      const { values, record } = write(row, found, commonOf(model, policy, row, found, identity), identity);
      yield { id: identity.id, policyPlace, place, values: { ...values, policy: ofPolicy }, record };
    }
  }
}

function commonOf(
  model: RevisionModel,
  policy: Policy,
  row: SnapshotRow,
  columns: EffectiveColumns,
  identity: RowIdentity,
) {
  const { number, disabled, comment, name } = row;
  const { id, created, lastChanged } = identity;
  return {
    values: {
      ...{ id, name, displayName: displayNameOf(policy, row), number, order: number, disabled, comment },
      ...{ created, lastchanged: lastChanged },
      source: networkColumn(columns.source, row.families),
      destination: networkColumn(columns.destination, row.families),
      service: serviceColumn(columns.service),
    },
    record: commonRecord(model, policy, row, identity),
  };
}

/**
 * Returns the members that all three kinds of records of a policy's row contain: the records of security rules, of
 * translation rules, and of rows in the list of all rows of a policy.
 */
export function commonRecord(
  { deviceId, texts }: Pick<RevisionModel, "deviceId" | "texts">,
  policy: Policy,
  row: SnapshotRow,
  { id, created, lastChanged }: RowIdentity,
) {
  const { name, number, disabled, comment } = row;
  const policyId = nameId(deviceId, "policy", policy.name);
  return {
    ...{ matchId: id, uid: id, name, ruleName: name, displayName: displayNameOf(policy, row) },
    ...{ ruleNumber: number, order: number, disabled, comment },
    policy: { matchId: policyId, name: policy.name, displayName: policy.displayName },
    policyRules: [{ policy: { displayName: policy.displayName } }],
    sources: texts.addressColumn(row.source),
    destinations: texts.addressColumn(row.destination),
    services: texts.serviceColumn(row.service),
    created: dateText(created),
    lastChanged: dateText(lastChanged),
  };
}

/** Returns the columns of a record other than addresses and services. */
export function otherColumns(
  deviceId: number,
  row: SnapshotRow,
  sourceZones: readonly string[] | null,
  destinationZones: readonly string[] | null,
) {
  const named = (kind: string, names: readonly string[]) => objectsNamed(deviceId, kind, names);
  return {
    apps: named("application", row.applications),
    users: named("user", row.users),
    profiles: named("profile", row.profiles),
    urlMatchers: named("urlMatcher", row.urlMatchers),
    schedules: named("schedule", row.schedules),
    srcContext: { zones: zoneRecords(sourceZones), interfaces: interfaceTexts(row.inInterface) },
    dstContext: { zones: zoneRecords(destinationZones), interfaces: interfaceTexts(row.outInterface) },
  };
}

/** Returns the members that only the record of a translation rule has. */
export function translationRecord({ texts }: Pick<RevisionModel, "texts">, { translation }: SnapshotRow) {
  return {
    type: translation?.type,
    translatedSources: texts.addressMembers(translation?.source ?? []),
    translatedDestinations: texts.addressMembers(translation?.destination ?? []),
    translatedServices: texts.serviceMembers(translation?.service ?? []),
    sourceIsInterface: translation?.sourceIsInterface,
    bidirectional: translation?.bidirectional,
  };
}

/**
 * Returns the complete sets of services of some members of the service column. The record of a rule lists only a part
 * of each member that names a protocol with more than `MOST_PARTS` port ranges. For each such member among the first
 * `MOST_OBJECTS` members, the result maps the member's position in the column to the edges of its complete set: the
 * service numbers at which the set begins or ends. Members that are service objects are left out. Returns undefined if
 * there are no such members. Queries with `highlight` compare the sets with their operands. Responses omit the sets.
 */
function cutServices({ services }: Pick<RevisionModel, "services">, { service }: SnapshotRow) {
  const members = service.flatMap((term) => term.members).slice(0, MOST_OBJECTS);
  const cut = members.flatMap((member, place) => {
    if (!("protocol" in member) || (member.ports ?? []).length <= MOST_PARTS) return [];
    const parts = services.members([member]).parts.map((part) => part.services);
    return [[place, [...parts.reduce(unionEdges, noEdges)]]];
  });
  return cut.length === 0 ? undefined : Object.fromEntries(cut);
}

function displayNameOf({ displayName }: Policy, { name, number }: SnapshotRow): string {
  return name === "" ? `${displayName} ${number}` : name;
}

/**
 * Returns the last change of a rule, or null for a rule that has not changed since the device's first revision.
 * Responses show the change only on request.
 */
function changeRecord({ created, lastChanged, lastChange }: RowIdentity) {
  if (lastChanged === null) return null;
  const { revision = null, kind = created === lastChanged ? "ADDED" : "CHANGED" } = lastChange ?? {};
  return { changedAt: dateText(lastChanged), revision, kind };
}

function dateText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function objectsNamed(deviceId: number, kind: string, names: readonly string[]) {
  if (names.length === 0) return [anyObject(deviceId, kind)];
  return names
    .slice(0, MOST_OBJECTS)
    .map((name) => ({ matchId: nameId(deviceId, kind, name), name, displayName: name }));
}

function zoneRecords(zones: readonly string[] | null) {
  if (zones === null) return [{ name: ANY_ZONE, displayName: ANY_ZONE, type: "ANY" }];
  return zones.slice(0, MOST_OBJECTS).map((name) => ({ name, displayName: name, type: "ZONE" }));
}

function interfaceTexts(terms: SnapshotRow["inInterface"]) {
  return terms.flatMap(({ negated, members }) =>
    members.map(({ name, prefix }) => ({ name: prefix ? `${name}+` : name, ...(negated && { negated }) })),
  );
}
