import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import type { AsaInterface } from "./read-interfaces.ts";

/** What `same-security-traffic permit` allows. */
export interface SameLevel {
  readonly interInterface: boolean;
  readonly intraInterface: boolean;
}

type Row = SnapshotRowInput;

/**
 * Returns the rows that drop traffic before any access list decides. Without `allowed.intraInterface`, they drop
 * traffic that would leave through the interface on which it arrived. Without `allowed.interInterface`, they drop
 * traffic to other interfaces with the same security level.
 */
export function sameLevelRows(one: AsaInterface, all: readonly AsaInterface[], allowed: SameLevel): Row[] {
  const others = all.filter((other) => other !== one && other.level === one.level);
  const refused = [
    ...(allowed.intraInterface ? [] : [one.name]),
    ...(allowed.interInterface ? [] : others.map(({ name }) => name)),
  ];
  return refused.length > 0 ? [implicitRow(1, "DROP", refused)] : [];
}

/**
 * Returns the rows for an interface without an access list, where the security levels decide. The first row accepts
 * traffic to interfaces with a lower or equal level. The second row drops all other traffic. If traffic between
 * interfaces with equal levels is not permitted, the rows of `sameLevelRows` drop it before these rows.
 */
export function levelRows(one: AsaInterface, all: readonly AsaInterface[]): Row[] {
  const passed = all.filter((other) => other.level <= one.level).map(({ name }) => name);
  return [implicitRow(1, "ACCEPT", passed), implicitRow(2, "DROP")];
}

/** Returns a row for traffic to the given interfaces, or to all interfaces if none are given. */
export function implicitRow(number: number, action: "ACCEPT" | "DROP", outInterfaces?: readonly string[]): Row {
  return {
    ...{ number, action, implicit: true, families: [4, 6] },
    ...(outInterfaces && { outInterface: [{ members: outInterfaces.map((name) => ({ name })) }] }),
  };
}
