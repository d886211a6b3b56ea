/** An interval of numbers that each stand for an address or service. Both ends are inclusive. */
export type Interval = readonly [low: bigint, high: bigint];

export const SET_OPERATORS = ["intersects", "is disjoint from", "is subset of", "is superset of", "equals"] as const;
type SetOperator = (typeof SET_OPERATORS)[number];
export type SetColumn = "source" | "destination" | "service";

/** A comparison of a column of rules. `operand` contains the intervals of `text`, or is null if `text` is Any. */
export interface SetQuery {
  readonly operator: SetOperator;
  readonly column: SetColumn;
  readonly text: string;
  readonly operand: readonly Interval[] | null;
}

/** Returns the query in SIQL. */
export function siqlOf({ column, operator, text }: SetQuery): string {
  return `rule{${column} ${operator} ${text}}`;
}

/** The number of the first IPv4 address. IPv4 addresses come after IPv6 addresses on the number line. */
export const IPV4_LINE = 1n << 128n;
const PORTS = 1n << 16n;

/** 25 operands, from a single address to Any. Most are narrow, because callers usually ask about single connections. */
const OPERANDS: readonly (readonly [SetColumn, ...string[]])[] = [
  ...["10.3.7.9", "10.77.12.200", "10.150.0.1"].map((one) => ["source", one] as const),
  ...["10.3.7.0/24", "10.77.12.0/24", "10.150.200.0/24"].map((one) => ["destination", one] as const),
  ["source", "10.3.0.0/16"],
  ["destination", "10.77.0.0/16"],
  ["source", "10.64.0.0/10"],
  ["destination", "10.0.0.0/8"],
  ["source", "10.3.7.20-10.3.9.77"],
  ["destination", "192.168.0.0/16"],
  ["source", "10.3.7.9", "10.77.12.0/24", "10.150.0.0/16"],
  ["destination", "10.5.0.0/24", "10.6.0.0/24", "10.7.0.0/24", "10.8.0.0/24", "10.9.0.0/24"],
  ["source", "2001:db8:3::/48"],
  ["destination", "2001:db8::/32"],
  ["source", "10.3.0.0/16", "2001:db8:3::/48"],
  ["source", "any"],
  ["destination", "any"],
  ...["tcp/443", "tcp/22", "udp/53", "tcp/8000-9000"].map((one) => ["service", one] as const),
  ["service", "tcp/80", "tcp/443"],
  ["service", "any"],
];

export const SET_QUERIES: readonly SetQuery[] = SET_OPERATORS.flatMap((operator) =>
  OPERANDS.map(([column, ...texts]) => ({
    ...{ operator, column },
    text: texts.length === 1 ? `'${texts[0]}'` : `(${texts.map((text) => `'${text}'`).join(", ")})`,
    operand: texts[0] === "any" ? null : texts.map(column === "service" ? servicesOf : addressesOf),
  })),
);

/** Returns the interval of an address, a CIDR or a range. */
export function addressesOf(text: string): Interval {
  const [first = "", last] = text.split("-");
  if (last !== undefined) return [placeOf(first), placeOf(last)];
  const [address = "", length] = text.split("/");
  const place = placeOf(address);
  if (length === undefined) return [place, place];
  const size = 1n << BigInt((address.includes(":") ? 128 : 32) - Number(length));
  const low = (place / size) * size;
  return [low, low + size - 1n];
}

/** Returns the interval of a protocol's ports, such as `tcp/80-90`. */
function servicesOf(text: string): Interval {
  const [protocol = "", ports = ""] = text.split("/");
  const [first = "", last = first] = ports.split("-");
  return portsOf(protocol === "tcp" ? 6 : 17, Number(first), Number(last));
}

export function portsOf(protocol: number, first: number, last: number): Interval {
  return [BigInt(protocol) * PORTS + BigInt(first), BigInt(protocol) * PORTS + BigInt(last)];
}

function placeOf(address: string): bigint {
  if (!address.includes(":"))
    return IPV4_LINE + address.split(".").reduce((value, part) => value * 256n + BigInt(part), 0n);
  const [left = "", right = ""] = address.split("::");
  const words = (half: string) => (half === "" ? [] : half.split(":"));
  const [before, after] = [words(left), words(right)];
  const zeros = address.includes("::") ? Array<string>(8 - before.length - after.length).fill("0") : [];
  return [...before, ...zeros, ...after].reduce((value, word) => value * 65_536n + BigInt(`0x${word}`), 0n);
}
