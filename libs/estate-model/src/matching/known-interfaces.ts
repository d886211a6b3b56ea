import type { InterfaceTerm, SnapshotInterface, SnapshotRow } from "@network-access/service-contracts/device-snapshot";

/** An end of a connection: an interface or the device itself. Rows match it by its name and zones. */
export interface KnownInterface {
  /** Null means the device itself. */
  readonly name: string | null;
  readonly zones: readonly string[];
}

const THE_DEVICE: KnownInterface = { name: null, zones: [] };
/**
 * Stands for all interfaces that the snapshot does not list and that no row refers to. No real interface has an empty
 * name.
 */
const ANY_OTHER: KnownInterface = { name: "", zones: [] };

/**
 * Returns all ends that a connection may have:
 * - the device itself
 * - the interfaces that the snapshot lists
 * - the interfaces that the snapshot does not list, but that a row (rule) names
 * - for each interface prefix that a row uses, an entry named with the prefix and "+"
 * - an entry with an empty name, which stands for all other interfaces
 */
export function knownInterfaces(
  interfaces: Iterable<SnapshotInterface>,
  rows: Iterable<SnapshotRow>,
): readonly KnownInterface[] {
  const known = new Map<string | null, KnownInterface>([
    [null, THE_DEVICE],
    ["", ANY_OTHER],
  ]);
  for (const { name, zones } of interfaces) known.set(name, { name, zones: zones.length === 0 ? [name] : zones });
  for (const row of rows)
    for (const term of [...row.inInterface, ...row.outInterface])
      for (const member of term.members) {
        const name = member.prefix ? `${member.name}+` : member.name;
        if (!known.has(name)) known.set(name, { name, zones: [name] });
      }
  return [...known.values()];
}

/**
 * Reports whether an interface matches all terms and is in one of the zones. If `zones` is empty, only the terms must
 * match.
 */
export function matchesInterface(
  terms: readonly InterfaceTerm[],
  zones: readonly string[],
  { name, zones: ofInterface }: KnownInterface,
): boolean {
  const inTerms = terms.every(({ negated, members }) => {
    const isMember = members.some(
      (one) => name !== null && (one.prefix ? name.startsWith(one.name) : name === one.name),
    );
    return isMember !== negated;
  });
  return inTerms && (zones.length === 0 || ofInterface.some((zone) => zones.includes(zone)));
}
