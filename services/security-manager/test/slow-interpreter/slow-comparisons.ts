import type { Expression, Literal } from "../../src/siql/language/syntax.ts";
import { ANY_CHARACTERS, type StringPiece } from "../../src/siql/language/tokens.ts";

/**
 * Comparisons for the slow interpreters. A slow interpreter evaluates a query without an index, so that tests can check
 * the service's answers. It compares sets point by point, where a point is an address or a service.
 */

export const BLOCK = 0xffff_0000_0000n;

export const LINE_END = (1n << 128n) - 1n;

/**
 * The highest number of a service. A service with a port has the number protocol * 65,536 + port. An ICMP service has
 * the number protocol * 65,536 + type * 256 + code.
 */
export const SERVICE_END = 256n * 65_536n - 1n;

export type Comparison = Extract<Expression, { kind: "comparison" }>;

export function holds(expression: Expression, test: (comparison: Comparison) => boolean): boolean {
  if (expression.kind === "all") return expression.parts.every((part) => holds(part, test));
  if (expression.kind === "any") return expression.parts.some((part) => holds(part, test));
  if (expression.kind === "constant") return expression.value;
  return expression.kind === "comparison" && test(expression);
}

export function setHolds(
  comparison: Comparison,
  has: (point: bigint) => boolean,
  own: readonly bigint[],
  any: (point: bigint) => boolean,
  read: (text: string) => SlowSet,
): boolean {
  const { operator } = comparison;
  const negated = operator.startsWith("IS NOT");
  if (operator.endsWith("EMPTY")) return !own.some(has) !== negated;
  const operands = literalsOf(comparison).map((one) =>
    plain(one) === "any" ? { has: any, points: [] } : read(plain(one)),
  );
  const inOperand = (point: bigint) => operands.some((one) => one.has(point));
  const points = new Set([...own, ...operands.flatMap((one) => one.points)]);
  const { inside = [], outside = [] } = Object.groupBy(points, (point) => (has(point) ? "inside" : "outside"));
  if (inside.length === 0) return false;
  switch (operator) {
    case "INTERSECTS":
      return inside.some(inOperand);
    case "IS DISJOINT FROM":
      return !inside.some(inOperand);
    case "IS SUBSET OF":
      return inside.every(inOperand);
    case "IS SUPERSET OF":
      return !outside.some(inOperand);
    default:
      return inside.every(inOperand) && !outside.some(inOperand);
  }
}

/** A set on a number line. `points` has all numbers at which the set may begin or end, and their neighbours. */
export interface SlowSet {
  readonly has: (point: bigint) => boolean;
  readonly points: readonly bigint[];
}

/**
 * Evaluates a comparison with a set of addresses that is not a column of a rule, such as the addresses of an interface.
 * In the comparison, "any" stands for all IPv4 addresses if the set contains IPv4 addresses, and likewise for IPv6.
 */
export function addressesHold(comparison: Comparison, { has, points }: SlowSet): boolean {
  const borders = [0n, LINE_END, ...pointsOf([BLOCK, BLOCK + 0xffff_ffffn], LINE_END)];
  const own = [...borders, ...points];
  const families = new Set(own.filter(has).map(familyOf));
  return setHolds(comparison, has, own, (point) => families.has(familyOf(point)), addressOperand);
}

export function servicesHold(comparison: Comparison, { has, points }: SlowSet): boolean {
  return setHolds(comparison, has, [0n, SERVICE_END, ...points], () => true, serviceOperand);
}

/**
 * Returns the family of an address. IPv4 and IPv6 addresses are on the same number line. IPv4 addresses are in the
 * IPv4-mapped block.
 */
export function familyOf(point: bigint): 4 | 6 {
  return point >= BLOCK && point <= BLOCK + 0xffff_ffffn ? 4 : 6;
}

export function pointsOf([low, high]: readonly [bigint, bigint], end: bigint): bigint[] {
  return [low - 1n, low, high, high + 1n].filter((point) => point >= 0n && point <= end);
}

const ranges = new Map<string, readonly [bigint, bigint]>();

/** Parses an address text. The result is cached, because the same few texts are compared with every point. */
export function rangeOf(text: string): readonly [bigint, bigint] {
  const range = ranges.get(text) ?? readRange(text);
  ranges.set(text, range);
  return range;
}

function readRange(text: string): readonly [bigint, bigint] {
  const [first = "", last] = text.split("-");
  if (last !== undefined) return [addressOf(first), addressOf(last)];
  if (first.includes("*")) return [addressOf(first.replaceAll("*", "0")), addressOf(first.replaceAll("*", "255"))];
  const [address = "", length] = first.split("/");
  const low = addressOf(address);
  const bits = length === undefined ? 0n : BigInt(address.includes(":") ? 128 : 32) - BigInt(length);
  const begin = (low >> bits) << bits;
  return [begin, begin + (1n << bits) - 1n];
}

function addressOf(text: string): bigint {
  if (!text.includes(":")) return BLOCK + text.split(".").reduce((sum, quad) => sum * 256n + BigInt(quad), 0n);
  const [head = "", tail] = text.split("::");
  const words = (part: string) => (part === "" ? [] : part.split(":").map((word) => BigInt(`0x${word}`)));
  const [before, after] = [words(head), words(tail ?? "")];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0n);
  return [...before, ...zeros, ...after].reduce((sum, word) => sum * 65_536n + word, 0n);
}

function isIpv6(text: string): boolean {
  return text.includes(":");
}

/**
 * Returns the ranges of an address text. If a `*` precedes the last number, there is one range for each value of the
 * `*`.
 */
function rangesOf(text: string): readonly (readonly [bigint, bigint])[] {
  if (!/\*\.\d/.test(text)) return [rangeOf(text)];
  return Array.from({ length: 256 }, (_, value) => rangeOf(text.replace("*", String(value))));
}

export function hasAddress(text: string, point: bigint): boolean {
  return isIpv6(text) === (familyOf(point) === 6) && isWithin(rangeOf(text), point);
}

const knownOperands = new Map<string, SlowSet>();

/** Parses an operand. The result is cached, because the operand is compared with every row. */
export function addressOperand(text: string): SlowSet {
  const operand = knownOperands.get(text) ?? readOperand(text);
  knownOperands.set(text, operand);
  return operand;
}

function readOperand(text: string): SlowSet {
  const ranges = rangesOf(text);
  const has = (point: bigint) =>
    isIpv6(text) === (familyOf(point) === 6) && ranges.some((range) => isWithin(range, point));
  return { has, points: ranges.flatMap((range) => pointsOf(range, LINE_END)) };
}

function isWithin([low, high]: readonly [bigint, bigint], point: bigint): boolean {
  return low <= point && point <= high;
}

export function serviceOperand(text: string) {
  const [name = "", rest] = text.split("/");
  const protocol = { tcp: 6n, udp: 17n, icmp: 1n }[name] ?? BigInt(rest ?? 0);
  const base = protocol * 65_536n;
  const [low = 0n, high = low] = name === "ip" || rest === undefined ? [0n, 65_535n] : rest.split("-").map(BigInt);
  const range = [base + low, base + high] as const;
  return { has: (point: bigint) => range[0] <= point && point <= range[1], points: pointsOf(range, SERVICE_END) };
}

export function literalsOf({ operand }: Comparison): readonly Literal[] {
  if (!operand || operand.kind === "call") return [];
  return operand.kind === "list" ? operand.members : [operand];
}

export function numbersOf(comparison: Comparison): number[] {
  return literalsOf(comparison).map((one) => Number(plain(one)));
}

export function plain(literal: Literal | undefined): string {
  if (!literal) return "";
  if (literal.kind === "string")
    return literal.pieces.map((piece: StringPiece) => (typeof piece === "string" ? piece : "*")).join("");
  return literal.kind === "boolean" ? String(literal.value) : literal.text;
}

export function regexOf(comparison: Comparison, within: boolean): RegExp {
  const [literal] = literalsOf(comparison);
  const pieces: readonly StringPiece[] = literal?.kind === "string" ? literal.pieces : [plain(literal)];
  const source = pieces
    .map((piece) =>
      piece === ANY_CHARACTERS || typeof piece === "object" ? ".*" : piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
  return new RegExp(within ? source : `^(?:${source})$`, "su");
}
