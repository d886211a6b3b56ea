import type {
  AddressMember,
  InterfaceTerm,
  ServiceMember,
  SnapshotPart,
  SnapshotRow,
} from "@network-access/service-contracts/device-snapshot";

/** One packet that begins a connection, in plain numbers. */
export interface PlainConnection {
  readonly family: 4 | 6;
  readonly from: string | null;
  readonly to: string | null;
  readonly source: bigint;
  readonly destination: bigint;
  readonly protocol: number;
  /** Destination port, or type * 256 + code. */
  readonly selector: number;
  readonly sourcePort: number;
}

/** The state of a packet's connection: new and tracked by the device, new and not tracked, or established. */
export type State = "tracked" | "untracked" | "established";
export type Matches = "yes" | "no" | "maybe";

/**
 * Returns a function that reports whether a row matches the connection in a given state. Tests compare the model with
 * this function, so the function shares no code with the model. It uses no index: each call searches the parts of the
 * snapshot.
 */
export function slowMatching(
  parts: readonly SnapshotPart[],
  connection: PlainConnection,
): (row: SnapshotRow, state: State) => Matches {
  const objects = parts.flatMap((part) => (part.kind === "objects" ? part.objects : []));
  const interfaces = parts.flatMap((part) => (part.kind === "interfaces" ? part.interfaces : []));
  const { family, from, to } = connection;

  const all = (list: readonly Matches[]): Matches =>
    list.includes("no") ? "no" : list.includes("maybe") ? "maybe" : "yes";
  const any = (list: readonly Matches[]): Matches =>
    list.includes("yes") ? "yes" : list.includes("maybe") ? "maybe" : "no";
  const yes = (is: boolean): Matches => (is ? "yes" : "no");
  const not = (is: Matches): Matches => (is === "maybe" ? is : yes(is === "no"));

  function address(member: AddressMember, value: bigint): Matches {
    if ("notUnderstood" in member) return "maybe";
    if ("object" in member) {
      const object = objects.find((one) => one.kind === "network" && one.name === member.object);
      return object?.kind === "network" ? any(object.members.map((one) => address(one, value))) : "no";
    }
    const [low, high] = plainRange(member.address);
    return yes(member.address.includes(":") === (family === 6) && low <= value && value <= high);
  }

  function service(member: ServiceMember): Matches {
    if ("notUnderstood" in member) return "maybe";
    if ("object" in member) {
      const object = objects.find((one) => one.kind === "service" && one.name === member.object);
      return object?.kind === "service" ? any(object.members.map(service)) : "no";
    }
    if (member.protocol === null) return "yes";
    const inside = (ports: readonly (readonly [number, number])[] | undefined, port: number) =>
      ports === undefined || ports.some(([low, high]) => low <= port && port <= high);
    return yes(
      member.protocol === connection.protocol &&
        inside(member.ports, connection.selector) &&
        inside(member.sourcePorts, connection.sourcePort) &&
        (member.icmpType === undefined || member.icmpType === connection.selector >> 8) &&
        (member.icmpCode === undefined || member.icmpCode === (connection.selector & 255)),
    );
  }

  function passes(terms: readonly InterfaceTerm[], zones: readonly string[], name: string | null): boolean {
    const found = interfaces.find((one) => one.name === name);
    const own = found && found.zones.length > 0 ? found.zones : [name];
    return (
      terms.every(
        ({ negated, members }) =>
          members.some((one) => (one.prefix ? name?.startsWith(one.name) : name === one.name)) !== negated,
      ) &&
      (zones.length === 0 || own.some((zone) => zone !== null && zones.includes(zone)))
    );
  }

  function inState(row: SnapshotRow, state: State): Matches {
    if (row.connections === "all") return "yes";
    if (row.connections === "none") return yes(state === "established");
    // It is unknown whether a row with "tracked" also matches established connections.
    return row.connections === "tracked" && state === "established" ? "maybe" : yes(row.connections === state);
  }

  return (row, state) => {
    if (row.disabled || !row.families.some((one) => one === family)) return "no";
    if (!passes(row.inInterface, row.sourceZones, from) || !passes(row.outInterface, row.destinationZones, to))
      return "no";
    const terms = [
      inState(row, state),
      ...row.source.map(({ negated, members }) => {
        const is = any(members.map((one) => address(one, connection.source)));
        return negated ? not(is) : is;
      }),
      ...row.destination.map(({ negated, members }) => {
        const is = any(members.map((one) => address(one, connection.destination)));
        return negated ? not(is) : is;
      }),
      ...row.service.map(({ negated, members }) => {
        const is = any(members.map(service));
        return negated ? not(is) : is;
      }),
      ...(row.exact && row.schedules.length === 0 ? [] : ["maybe" as const]),
    ];
    return all(terms);
  };
}

/** Returns the first and the last address that a text (an address, a CIDR or a range) contains. */
function plainRange(text: string): [bigint, bigint] {
  const [first = "", last] = text.split("-");
  if (last !== undefined) return [plainAddress(first), plainAddress(last)];
  const [address = "", prefix] = text.split("/");
  const width = text.includes(":") ? 128 : 32;
  const low = plainAddress(address);
  return [low, low + 2n ** BigInt(width - Number(prefix ?? width)) - 1n];
}

function plainAddress(text: string): bigint {
  if (!text.includes(":")) return text.split(".").reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  const [left = "", right] = text.split("::");
  const words = (half: string) => (half === "" ? [] : half.split(":").map((word) => BigInt(`0x${word}`)));
  const ends = right === undefined ? [] : words(right);
  const begin = words(left);
  const middle = Array.from({ length: 8 - begin.length - ends.length }, () => 0n);
  return [...begin, ...middle, ...ends].reduce((value, word) => value * 65_536n + word, 0n);
}
