import {
  SnapshotPart,
  type SnapshotRow,
  type SnapshotRowInput,
} from "@network-access/service-contracts/device-snapshot";
import type { ReadDevice } from "../../../reader.ts";
import { snapshotOf } from "../../test/snapshot-of.ts";
import { readAsa } from "../read-asa.ts";

/** The base configuration. It has two interfaces, an alias, and objects and groups of every kind. */
export const BASE = [
  "ASA Version 9.16(2)",
  "name 192.0.2.9 printer",
  "interface GigabitEthernet0/0",
  " nameif outside",
  " security-level 0",
  " ip address 198.51.100.2 255.255.255.0",
  "interface GigabitEthernet0/1",
  " nameif inside",
  " security-level 100",
  " ip address 10.0.0.1 255.255.255.0 standby 10.0.0.2",
  " ipv6 address 2001:db8:1::1/64",
  "object network web",
  " host 192.0.2.10",
  "object network v6",
  " subnet 2001:db8:2::/48",
  "object service ssh-high",
  " service tcp source gt 1023 destination eq ssh",
  "object-group network servers",
  " network-object object web",
  " network-object 192.0.2.64 255.255.255.192",
  "object-group service ports tcp",
  " port-object eq www",
  " port-object range 8000 8010",
  "object-group service mixed",
  " service-object object ssh-high",
  " service-object udp destination eq domain",
  "object-group protocol both",
  " protocol-object tcp",
  " protocol-object udp",
  "object-group icmp-type pings",
  " icmp-object echo",
  " icmp-object echo-reply",
  "time-range office",
  " periodic weekdays 8:00 to 17:00",
].join("\n");

/**
 * Adds the lines to the base configuration, and returns the device that the reader returns. Checks that the device fits
 * the schema and refers only to names that it defines.
 */
export function deviceOf(...lines: readonly string[]): ReadDevice {
  return deviceOfText([BASE, ...lines].join("\n"));
}

export function deviceOfText(text: string): ReadDevice {
  const read = readAsa([{ name: "fw", text }]);
  if (!read.ok) throw new Error(read.problem);
  snapshotOf(read.device);
  return read.device;
}

/**
 * Adds the lines to the base configuration, and returns the problem for which the reader refuses the configuration. Its
 * line number is counted from the first added line.
 */
export function problemOf(...lines: readonly string[]): string {
  const read = readAsa([{ name: "fw", text: [BASE, ...lines].join("\n") }]);
  if (read.ok) throw new Error("the configuration was read");
  const [, line, problem] = /^fw:(\d+): (.*)$/s.exec(read.problem) ?? [];
  return `${Number(line) - BASE.split("\n").length}: ${problem}`;
}

/** Returns a row with the default values that the schema adds. */
export function complete(row: SnapshotRowInput): SnapshotRow | undefined {
  const part = SnapshotPart.parse({ kind: "policy", name: "p", displayName: "p", policyType: "NAT", rows: [row] });
  return part.kind === "policy" ? part.rows[0] : undefined;
}

/**
 * Adds the lines to the base configuration. Returns the rows of the list L, and the reasons why lines were not
 * understood.
 */
export function rowsOf(...lines: readonly string[]) {
  const { policies, notUnderstood } = deviceOf(...lines);
  const rows = policies.find(({ name }) => name === "L")?.rows ?? [];
  return { rows: rows.map(complete), reasons: notUnderstood.map(({ reason }) => reason) };
}
