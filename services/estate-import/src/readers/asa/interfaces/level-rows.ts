import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import type { AsaInterface } from "./read-interfaces.ts";

/** What `same-security-traffic permit` allows. */
export interface SameLevel {
  readonly interInterface: boolean;
  readonly intraInterface: boolean;
}

type Row = SnapshotRowInput;

/**
 * Gives the rows that drop traffic whatever the lists say. They drop traffic that leaves through the interface on which
 * it came, and traffic between interfaces of the same level.
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
 * Gives what the levels decide where no list does. Traffic to a lower or the same level passes, and other traffic is
 * dropped.
 */
export function levelRows(one: AsaInterface, all: readonly AsaInterface[]): Row[] {
  const passed = all.filter((other) => other.level <= one.level).map(({ name }) => name);
  return [implicitRow(1, "ACCEPT", passed), implicitRow(2, "DROP")];
}

/** Without interfaces: to all of them. */
export function implicitRow(number: number, action: "ACCEPT" | "DROP", outInterfaces?: readonly string[]): Row {
  return {
    ...{ number, action, implicit: true, families: [4, 6] },
    ...(outInterfaces && { outInterface: [{ members: outInterfaces.map((name) => ({ name })) }] }),
  };
}
