import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type ConfigurationFile, type LineChange, olderConfiguration } from "./older-configuration.ts";

export interface DemonstrationGroup {
  name: string;
  description: string;
  /** The name of the parent group. */
  parent?: string;
}

/** One configuration of a device. */
export interface DemonstrationRevision {
  /** How many days before the load the device received this configuration. */
  daysAgo: number;
  files: readonly ConfigurationFile[];
}

export interface DemonstrationDevice {
  name: string;
  description: string;
  managementIp: string;
  /** Names of device groups. */
  groups: readonly string[];
  type?: "DEVICE_MGR";
  vendor?: string;
  product?: string;
  /** The name of the device's management station. */
  station?: string;
  /** The kind of the configuration, as the import command names it. Undefined for a device without a configuration. */
  kind?: "iptables" | "asa";
  /** The configurations that the device received, oldest first. */
  revisions: readonly DemonstrationRevision[];
  documentation?: RuleDocumentation;
  /** The usage of rules. The keys are comments or names of rules. */
  usage?: Readonly<Record<string, RuleUsage>>;
}

/**
 * The number of hits of a rule on a working day. The last day with hits is `lastDaysAgo` days before the load. If
 * `lastDaysAgo` is missing, it is the day of the load.
 */
export type RuleUsage = number | { hits: number; lastDaysAgo: number };

/**
 * The documentation of a device's rules. The outer key is the name or the comment of a rule. The inner key is the key
 * of a property. A date is given as the number of days between the load and that date. The number is negative for a
 * date before the load.
 */
export type RuleDocumentation = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A property of the rules' documentation, as it is registered with the manager. */
export interface DemonstrationProperty {
  key: string;
  name: string;
  type: string;
}

type Access = "read" | "write";

export interface DemonstrationUserGroup {
  name: string;
  description: string;
  /** The allowed access for each permission. The keys are the security manager's names of the permissions. */
  permissions: Readonly<Record<string, Access>>;
  /** The allowed access to each device group, by the name of the group. */
  deviceGroups: Readonly<Record<string, Access>>;
}

export interface DemonstrationUser {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  enabled?: boolean;
  /** Names of user groups. */
  userGroups: readonly string[];
}

/** The committed demonstration estate of the security manager. */
export interface EstateDemonstration {
  groups: readonly DemonstrationGroup[];
  devices: readonly DemonstrationDevice[];
  properties: readonly DemonstrationProperty[];
  userGroups: readonly DemonstrationUserGroup[];
  /** The first user may do everything. */
  users: readonly DemonstrationUser[];
  /** The hash of the estate's files. If it differs from the hash of the last load, the estate is loaded again. */
  fingerprint: string;
}

type WrittenDevice = Omit<DemonstrationDevice, "revisions" | "documentation" | "usage"> & {
  daysAgo: number;
  before?: readonly { daysAgo: number; changes: readonly LineChange[] }[];
};

export function readEstateDemonstration(folder: string = import.meta.dirname): EstateDemonstration {
  const hash = createHash("sha256");
  const readYaml = <Content>(name: string) => {
    const text = readFileSync(join(folder, name), "utf8");
    hash.update(text);
    return parse(text) as Content;
  };
  const { groups, devices } = readYaml<{ groups: DemonstrationGroup[]; devices: WrittenDevice[] }>("estate.yaml");
  const people = readYaml<Pick<EstateDemonstration, "userGroups" | "users">>("users.yaml");
  const { properties, rules } = readYaml<{
    properties: DemonstrationProperty[];
    rules: Record<string, RuleDocumentation>;
  }>("documentation.yaml");
  const usage = readYaml<Record<string, NonNullable<DemonstrationDevice["usage"]>>>("usage.yaml");
  for (const name of [...Object.keys(rules), ...Object.keys(usage)])
    if (!devices.some((device) => device.name === name)) throw new Error(`estate.yaml has no device ${name}`);
  const read = devices.map(({ daysAgo, before = [], ...device }): DemonstrationDevice => {
    const { name } = device;
    if (device.kind === undefined) return { ...device, revisions: [] };
    const newest: DemonstrationRevision = { daysAgo, files: readFiles(join(folder, "configurations", name)) };
    hash.update(JSON.stringify(newest.files));
    const described = { documentation: rules[name] ?? {}, usage: usage[name] ?? {} };
    return { ...device, ...described, revisions: withOlder(newest, before) };
  });
  return { groups, devices: read, properties, ...people, fingerprint: hash.digest("hex") };
}

function readFiles(folder: string): readonly ConfigurationFile[] {
  const names = readdirSync(folder).sort();
  return names.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/**
 * Returns all configurations of a device, oldest first. `before` describes the older configurations, each by its
 * differences from the next newer one.
 */
function withOlder(
  newest: DemonstrationRevision,
  before: NonNullable<WrittenDevice["before"]>,
): readonly DemonstrationRevision[] {
  const revisions = [newest];
  let { files } = newest;
  for (const { daysAgo, changes } of before) {
    files = olderConfiguration(files, changes);
    revisions.unshift({ daysAgo, files });
  }
  return revisions;
}
