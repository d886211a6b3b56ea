import type { PolicyPart, ServiceTerm, SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { placeOf, type ServicePoint } from "@network-access/traffic-sets/service-line";
import { type KnownInterface, knownInterfaces, matchesInterface } from "../matching/known-interfaces.ts";
import type { AddressResolver } from "../matching/resolve-addresses.ts";
import type { ServicePart, ServiceResolver, Services } from "../matching/resolve-services.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { createDiagrams, type Diagram, type Diagrams, EVERYTHING, NOTHING } from "./decision-diagram.ts";
import { type LineAtoms, narrowAtoms, wideAtoms } from "./line-atoms.ts";

/** One new connection. `sourcePort` matters with TCP and UDP only. An interface that is null is the device itself. */
export interface Connection {
  readonly inInterface: string | null;
  readonly outInterface: string | null;
  readonly source: bigint;
  readonly destination: bigint;
  readonly service: ServicePoint;
  readonly sourcePort: number;
}

/**
 * All connections whose source, destination, service and source port are in the given sets. A set consists of ranges of
 * numbers. It is stored as edges: the first number of each range and the first number after it.
 */
export interface ConnectionBlock extends ServicePart {
  readonly sources: Uint32Array;
  readonly destinations: Uint32Array;
}

/**
 * The connections that a row surely matches, and the connections that it possibly matches. The two sets differ if the
 * configuration reader did not understand part of the row, or if the row depends on users, times or similar conditions
 * (see `isSure`).
 */
interface RowMatch {
  readonly sure: Diagram;
  readonly possible: Diagram;
}

/**
 * Operations on sets of connections of one address family. The values of addresses, services and source ports are
 * grouped into ranges. For each of these ranges, a row of the snapshot matches either all values or none. Sets of
 * connections also contain either all values of a range or none.
 */
export interface ConnectionSpace extends Diagrams {
  readonly universe: Diagram;
  matchOf(row: SnapshotRow): RowMatch;
  /**
   * The possible ends of a connection: the device itself, the interfaces that the snapshot lists, further interfaces
   * that rows refer to, and ends that each stand for several interfaces (see `knownInterfaces`).
   */
  readonly ends: readonly KnownInterface[];
  /**
   * Returns the connections whose interfaces, services, sources and destinations are all in the given sets. The ranges
   * of a given set may begin and end only where the range of a row of the snapshot begins or ends.
   */
  block(sides: BlockSides): Diagram;
  /**
   * Returns the connections that enter (`in`) or leave (`out`) through the interface `name`. A `name` of null stands
   * for the device itself.
   */
  through(direction: "in" | "out", name: string | null): Diagram;
  /** `tracked` contains the new connections that the device tracks. `untracked` contains the other new connections. */
  readonly tracked: Diagram;
  readonly untracked: Diagram;
  /**
   * Returns the connections of `set` in all connection states (untracked, tracked and established), whatever their
   * states in `set` are.
   */
  inEveryState(set: Diagram): Diagram;
  includes(set: Diagram, connection: Connection): boolean;
  /**
   * Returns the connections of a set that come in through `from` and go out through `to`, as disjoint blocks. Returns
   * undefined if there are more than `most` blocks.
   */
  blocks(set: Diagram, from: string | null, to: string | null, most: number): ConnectionBlock[] | undefined;
}

interface BlockSides {
  readonly ins: ReadonlySet<KnownInterface>;
  readonly outs: ReadonlySet<KnownInterface>;
  readonly services: Uint32Array;
  readonly sources: Uint32Array;
  readonly destinations: Uint32Array;
}

interface Resolvers {
  readonly addresses: AddressResolver;
  readonly services: ServiceResolver;
}

/**
 * The properties of a connection, in the order in which a decision diagram tests them. The value of each property is a
 * number, and the nodes of a diagram test the bits of this number. Services come before addresses: rules contain fewer
 * different services than addresses, so this order takes less time and memory.
 */
const LINES = ["state", "in", "out", "services", "sourcePorts", "sources", "destinations"] as const;
type LineName = (typeof LINES)[number];
type Line = LineAtoms & { readonly bit: number; readonly bits: number };
/**
 * One set of atoms for each property of a connection (an atom is a piece of a number line, see `line-atoms.ts`). A
 * property without a set may have any value.
 */
type AtomSets = Partial<Record<LineName, Uint32Array>>;

/**
 * The numbers of the connection states:
 * - `UNTRACKED`: a new connection that the device does not track
 * - `TRACKED`: a new connection that the device tracks
 * - `ESTABLISHED`: an established connection
 */
const UNTRACKED = 0;
const TRACKED = 1;
const ESTABLISHED = 2;
/**
 * For each value of a row's `connections`: the connection states in which the row certainly matches (`sure`), and the
 * states in which it may match (`possible`). Each entry is a range of the state numbers above: its first number, and
 * the first number after it. If the second number is missing, the range has no end.
 */
const STATES = {
  all: { sure: [UNTRACKED], possible: [UNTRACKED] },
  tracked: { sure: [TRACKED, ESTABLISHED], possible: [TRACKED] },
  untracked: { sure: [UNTRACKED, TRACKED], possible: [UNTRACKED, TRACKED] },
  none: { sure: [ESTABLISHED], possible: [ESTABLISHED] },
} as const;

export function createConnectionSpace(
  family: 4 | 6,
  { policies, interfaces }: Pick<Snapshot, "policies" | "interfaces">,
  policyType: PolicyPart["policyType"],
  { addresses, services }: Resolvers,
  mostNodes: number,
): ConnectionSpace {
  const member = family === 4 ? "v4" : "v6";
  const rows = [...policies.values()]
    .filter((policy) => policy.policyType === policyType)
    .flatMap((policy) => policy.rows)
    .filter((row) => row.families.some((one) => one === family));
  const ends = knownInterfaces(interfaces.values(), rows);
  const sides = new Map(
    rows.map((row) => [
      row,
      {
        source: addresses.bounds(row.source),
        destination: addresses.bounds(row.destination),
        terms: row.service.map((term) => ({ ...term, ...services.members(term.members) })),
      },
    ]),
  );

  const cuts: Record<LineName, Uint32Array[]> = {
    ...{ state: [Uint32Array.of(TRACKED, ESTABLISHED)], in: [], out: [] },
    ...{ services: [], sourcePorts: [], sources: [], destinations: [] },
  };
  for (const { source, destination, terms } of sides.values()) {
    cuts.sources.push(source.sure[member], source.possible[member]);
    cuts.destinations.push(destination.sure[member], destination.possible[member]);
    for (const part of terms.flatMap(({ parts }) => parts)) {
      cuts.services.push(part.services);
      cuts.sourcePorts.push(part.sourcePorts);
    }
  }
  for (const name of ["in", "out"] as const) cuts[name].push(Uint32Array.from(ends.keys()));
  const lines = layOut(cuts, family);
  const bits = lines.destinations.bit + lines.destinations.bits;
  const diagrams = createDiagrams(bits, mostNodes);

  function blockOf(sets: AtomSets): Diagram {
    return LINES.reduceRight((below: Diagram, name) => {
      const set = sets[name];
      if (set === undefined || below === NOTHING) return below;
      return set.length === 0 ? NOTHING : diagrams.where(lines[name].bit, lines[name].bits, set, below);
    }, EVERYTHING);
  }

  // The numbers of a property's atoms (pieces of its number line, see `line-atoms.ts`) are stored in a fixed count of
  // bits. If the count of atoms is not a power of two, these bits can also express numbers that belong to no atom. The
  // universe excludes such numbers.
  const universe = LINES.reduce(
    (set, name) => diagrams.intersect(set, blockOf({ [name]: Uint32Array.of(0, lines[name].count) })),
    EVERYTHING,
  );
  const inUniverse = (sets: AtomSets) => diagrams.intersect(universe, blockOf(sets));
  const inStates = (edges: readonly number[]) => inUniverse({ state: Uint32Array.from(edges) });

  function partSet({ services: of, sourcePorts }: ServicePart): Diagram {
    return inUniverse({ services: lines.services.compress(of), sourcePorts: lines.sourcePorts.compress(sourcePorts) });
  }

  function termMatch({ negated, parts, complete }: ServiceTerm & Services): RowMatch {
    const known = parts.map(partSet).reduce(diagrams.union, NOTHING);
    const other = diagrams.subtract(universe, known);
    if (negated) return { sure: complete ? other : NOTHING, possible: other };
    return { sure: known, possible: complete ? known : universe };
  }

  const atomsWhere = (matches: (end: KnownInterface) => boolean) => edgesWhere(ends.map(matches));

  function matchRow(row: SnapshotRow): RowMatch {
    const found = sides.get(row);
    // The row applies to another address family.
    if (!found) return { sure: NOTHING, possible: NOTHING };
    const { source, destination, terms } = found;
    const termMatches = terms.map(termMatch);
    const of = (bound: "sure" | "possible") => {
      const block = inUniverse({
        in: atomsWhere((end) => matchesInterface(row.inInterface, row.sourceZones, end)),
        out: atomsWhere((end) => matchesInterface(row.outInterface, row.destinationZones, end)),
        sources: lines.sources.compress(source[bound][member]),
        destinations: lines.destinations.compress(destination[bound][member]),
      });
      return termMatches.reduce((set, match) => diagrams.intersect(set, match[bound]), block);
    };
    const states = STATES[row.connections];
    return {
      possible: diagrams.intersect(of("possible"), inStates(states.possible)),
      sure: isSure(row) ? diagrams.intersect(of("sure"), inStates(states.sure)) : NOTHING,
    };
  }

  function through(direction: "in" | "out", name: string | null): Diagram {
    const atom = atomOfInterface(ends, name);
    return inUniverse({ [direction]: Uint32Array.of(atom, atom + 1) });
  }

  const matches = new Map<SnapshotRow, RowMatch>();
  return {
    ...diagrams,
    universe,
    ends,
    tracked: inStates([TRACKED, ESTABLISHED]),
    untracked: inStates([UNTRACKED, TRACKED]),

    matchOf(row) {
      const match = matches.get(row) ?? matchRow(row);
      matches.set(row, match);
      return match;
    },

    through,

    block({ ins, outs, ...sides }) {
      return inUniverse({
        in: atomsWhere((end) => ins.has(end)),
        out: atomsWhere((end) => outs.has(end)),
        services: lines.services.compress(sides.services),
        sources: lines.sources.compress(sides.sources),
        destinations: lines.destinations.compress(sides.destinations),
      });
    },

    inEveryState(set) {
      const { bit, bits: width, count } = lines.state;
      const belows = diagrams.divide(set, bit, width, count).map(({ below }) => below);
      return diagrams.intersect(universe, belows.reduce(diagrams.union, NOTHING));
    },

    includes(set, { inInterface, outInterface, source, destination, service, sourcePort }) {
      const atoms: Record<LineName, number> = {
        state: TRACKED,
        in: atomOfInterface(ends, inInterface),
        out: atomOfInterface(ends, outInterface),
        services: lines.services.atomOf(BigInt(placeOf(service))),
        sourcePorts: lines.sourcePorts.atomOf(BigInt(sourcePort)),
        sources: lines.sources.atomOf(source),
        destinations: lines.destinations.atomOf(destination),
      };
      return diagrams.has(set, (bit) => {
        const name = LINES.findLast((one) => lines[one].bits > 0 && lines[one].bit <= bit) ?? "destinations";
        const line = lines[name];
        return ((atoms[name] >>> (line.bits - 1 - (bit - line.bit))) & 1) === 1;
      });
    },

    blocks(set, from, to, most) {
      const divide = (name: LineName, part: Diagram) => {
        const { bit, bits: width, count, expand } = lines[name];
        return diagrams.divide(part, bit, width, count).map(({ edges, below }) => ({ below, set: expand(edges) }));
      };
      const blocks: ConnectionBlock[] = [];
      const between = diagrams.intersect(
        diagrams.intersect(set, inStates([TRACKED, ESTABLISHED])),
        diagrams.intersect(through("in", from), through("out", to)),
      );
      const [onlyTracked] = divide("state", between);
      const [onlyIn] = divide("in", onlyTracked?.below ?? NOTHING);
      const [onlyOut] = divide("out", onlyIn?.below ?? NOTHING);
      for (const service of divide("services", onlyOut?.below ?? NOTHING))
        for (const ports of divide("sourcePorts", service.below))
          for (const source of divide("sources", ports.below))
            for (const destination of divide("destinations", source.below)) {
              if (blocks.length === most) return undefined;
              const { set: sources } = source;
              blocks.push({ services: service.set, sourcePorts: ports.set, sources, destinations: destination.set });
            }
      return blocks;
    },
  };
}

function layOut(cuts: Readonly<Record<LineName, readonly Uint32Array[]>>, family: 4 | 6): Record<LineName, Line> {
  let bit = 0;
  const laidOut = LINES.map((name) => {
    const isWide = family === 6 && (name === "sources" || name === "destinations");
    const atoms = isWide ? wideAtoms(cuts[name]) : narrowAtoms(cuts[name]);
    const line = { ...atoms, bit, bits: Math.ceil(Math.log2(atoms.count)) };
    bit += line.bits;
    return [name, line];
  });
  return Object.fromEntries(laidOut);
}

/**
 * Reports whether the row certainly applies to each connection whose interfaces, addresses, service and state match the
 * row. This is the case if the configuration reader understood the whole row, and the row has no condition on times,
 * users, applications, profiles or URLs.
 */
function isSure(row: SnapshotRow): boolean {
  const conditions = [row.schedules, row.users, row.applications, row.profiles, row.urlMatchers];
  return row.exact && conditions.every((names) => names.length === 0);
}

function edgesWhere(isMember: readonly boolean[]): Uint32Array {
  return Uint32Array.from(isMember.keys().filter((at) => isMember[at] !== (isMember[at - 1] ?? false)));
}

function atomOfInterface(ends: readonly KnownInterface[], name: string | null): number {
  const exact = ends.findIndex((end) => end.name === name);
  if (exact >= 0) return exact;
  const byPrefix = ends.findLastIndex((end) => end.name?.endsWith("+") && name?.startsWith(end.name.slice(0, -1)));
  return byPrefix >= 0 ? byPrefix : ends.findIndex((end) => end.name === "");
}
