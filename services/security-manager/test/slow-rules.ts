import type {
  AddressMember,
  ServiceMember,
  SnapshotPart,
  SnapshotRow,
} from "@network-access/service-contracts/device-snapshot";
import type { Expression, Literal, ParsedQuery } from "../src/siql/language/syntax.ts";
import { ANY_CHARACTERS, type StringPiece } from "../src/siql/language/tokens.ts";

/**
 * Answers queries on rules by walking a snapshot, one point of a column after the other. Shares nothing with the service
 * but the parser. `now` is in milliseconds since 1970.
 */
export interface SlowDevice {
  readonly id: number;
  readonly groupNames: readonly string[];
  readonly parts: readonly SnapshotPart[];
  /** By the place of the row. */
  readonly lastUsed: (place: number) => number | null;
  readonly created: (place: number) => number | null;
}

const BLOCK = 0xffff_0000_0000n;
const LINE_END = (1n << 128n) - 1n;

/** The numbers of the rows of a device that a query finds. */
export function slowRules(query: ParsedQuery, device: SlowDevice, now: number): number[] {
  const rows = device.parts.flatMap((part) => (part.kind === "policy" ? part.rows : []));
  return rows.flatMap((row, place) =>
    query.filters.every(({ stanza, body }) => {
      const name = stanza.toLowerCase();
      if (name === "rule") return holds(body, (one) => ruleHolds(one, row, place, device, now));
      if (name === "device") return holds(body, (one) => numbersOf(one).includes(device.id));
      if (name === "devicegroup") return holds(body, (one) => device.groupNames.includes(plain(literalsOf(one)[0])));
      return true;
    })
      ? [row.number]
      : [],
  );
}

type Comparison = Extract<Expression, { kind: "comparison" }>;

function holds(expression: Expression, test: (comparison: Comparison) => boolean): boolean {
  if (expression.kind === "all") return expression.parts.every((part) => holds(part, test));
  if (expression.kind === "any") return expression.parts.some((part) => holds(part, test));
  if (expression.kind === "constant") return expression.value;
  return expression.kind === "comparison" && test(expression);
}

function ruleHolds(comparison: Comparison, row: SnapshotRow, place: number, device: SlowDevice, now: number): boolean {
  const { subject, operator } = comparison;
  const [used, created] = [device.lastUsed(place), device.created(place)];
  const since = (days: number) => used !== null && used >= now - days * 86_400_000;
  if (subject.kind === "call")
    return operator === "="
      ? !since(subject.arguments.length > 0 ? 90 : 30)
      : since(subject.arguments.length > 0 ? 90 : 30);
  const name = subject.name.toLowerCase();
  const negated = operator.startsWith("!") || operator.startsWith("IS NOT");
  if (operator.endsWith("NULL")) {
    const value = { lastused: used, created }[name];
    return (value === null) !== negated;
  }
  switch (name) {
    case "source":
    case "destination": {
      const column = name === "source" ? row.source : row.destination;
      const has = (point: bigint) => matchesAddress(column, row, point, device.parts);
      return setHolds(comparison, has, addressPoints(column, device.parts), ANY_ADDRESS(row), addressOperand);
    }
    case "service":
      return setHolds(
        comparison,
        (point) => matchesService(row, point, device.parts),
        servicePoints(row, device.parts),
        () => true,
        serviceOperand,
      );
    case "name":
    case "comment":
    case "displayname": {
      const text = {
        name: row.name,
        comment: row.comment,
        displayname: row.name === "" ? `Policy p ${row.number}` : row.name,
      }[name];
      if (operator.endsWith("EMPTY")) return (text === "") !== negated;
      const found = regexOf(comparison, operator.endsWith("~")).test(text);
      return found !== negated;
    }
    case "source.zone":
    case "destination.zone":
    case "application": {
      const zones = name === "source.zone" ? row.sourceZones : row.destinationZones;
      const list = name === "application" ? row.applications : zones.length === 0 ? ["Any"] : zones;
      if (operator.endsWith("EMPTY")) return (list.length === 0) !== negated;
      return list.some((one) => regexOf(comparison, false).test(one)) !== negated;
    }
    case "action": {
      const wanted = literalsOf(comparison).map((one) => plain(one).toUpperCase());
      return wanted.includes(row.action) !== negated;
    }
    case "number":
    case "order": {
      const [first = 0, ...more] = numbersOf(comparison);
      if (operator === ">") return row.number > first;
      if (operator === "<") return row.number < first;
      if (operator === ">=") return row.number >= first;
      if (operator === "<=") return row.number <= first;
      return [first, ...more].includes(row.number) !== negated;
    }
    case "created": {
      const within = created !== null && created >= now - 30 * 86_400_000 && created < now;
      return created !== null && within !== negated;
    }
  }
  const flags: Record<string, boolean> = {
    ...{ disabled: row.disabled, log: row.log, exact: row.exact, nocomment: row.comment === "" },
    ...{ unused: !since(30), approximate: false, "application.any": row.applications.length === 0, "user.any": true },
    "source.zone.any": row.sourceZones.length === 0,
    "source.any": isAny(row.source, row, device.parts),
    "destination.any": isAny(row.destination, row, device.parts),
    "service.any": servicePoints(row, device.parts).every((point) => matchesService(row, point, device.parts)),
  };
  const value = flags[name];
  if (value === undefined) throw new Error(`the slow interpreter has no ${name}`);
  const wanted = plain(literalsOf(comparison)[0]).toLowerCase() === "true";
  return (value === wanted) !== negated;
}

const ANY_ADDRESS = (row: SnapshotRow) => (point: bigint) => row.families.some((family) => family === familyOf(point));

function isAny(column: SnapshotRow["source"], row: SnapshotRow, parts: readonly SnapshotPart[]): boolean {
  const own = addressPoints(column, parts).filter(ANY_ADDRESS(row));
  return own.every((point) => matchesAddress(column, row, point, parts));
}

function setHolds(
  comparison: Comparison,
  has: (point: bigint) => boolean,
  own: readonly bigint[],
  any: (point: bigint) => boolean,
  read: (text: string) => { readonly has: (point: bigint) => boolean; readonly points: readonly bigint[] },
): boolean {
  const { operator } = comparison;
  const negated = operator.startsWith("IS NOT");
  if (operator.endsWith("EMPTY")) return !own.some(has) !== negated;
  const operands = literalsOf(comparison).map((one) =>
    plain(one) === "any" ? { has: any, points: [] } : read(plain(one)),
  );
  const inOperand = (point: bigint) => operands.some((one) => one.has(point));
  const points = [...own, ...operands.flatMap((one) => one.points)];
  const [both, onlyOwn, onlyOperand] = [
    points.some((point) => has(point) && inOperand(point)),
    points.some((point) => has(point) && !inOperand(point)),
    points.some((point) => !has(point) && inOperand(point)),
  ];
  if (!points.some(has)) return false;
  switch (operator) {
    case "INTERSECTS":
      return both;
    case "IS DISJOINT FROM":
      return !both;
    case "IS SUBSET OF":
      return !onlyOwn;
    case "IS SUPERSET OF":
      return !onlyOperand;
    default:
      return !onlyOwn && !onlyOperand;
  }
}

/** Addresses are points of one line: IPv4 lies in the mapped block. */
function familyOf(point: bigint): 4 | 6 {
  return point >= BLOCK && point <= BLOCK + 0xffff_ffffn ? 4 : 6;
}

function pointsOf([low, high]: readonly [bigint, bigint], end: bigint): bigint[] {
  return [low - 1n, low, high, high + 1n].filter((point) => point >= 0n && point <= end);
}

function rangeOf(text: string): readonly [bigint, bigint] {
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

function hasAddress(text: string, point: bigint): boolean {
  const [low, high] = rangeOf(text);
  return isIpv6(text) === (familyOf(point) === 6) && low <= point && point <= high;
}

function addressMember(member: AddressMember, point: bigint, parts: readonly SnapshotPart[]): boolean {
  if ("notUnderstood" in member) return false;
  if ("address" in member) return hasAddress(member.address, point);
  const objects = parts.flatMap((part) => (part.kind === "objects" ? part.objects : []));
  const object = objects.find((one) => one.kind === "network" && one.name === member.object);
  return object?.kind === "network" && object.members.some((one) => addressMember(one, point, parts));
}

function matchesAddress(
  column: SnapshotRow["source"],
  row: SnapshotRow,
  point: bigint,
  parts: readonly SnapshotPart[],
): boolean {
  const inTerms = column.every(
    ({ negated, members }) => members.some((member) => addressMember(member, point, parts)) !== negated,
  );
  return inTerms && row.families.some((family) => family === familyOf(point));
}

function addressPoints(column: SnapshotRow["source"], parts: readonly SnapshotPart[]): bigint[] {
  const texts = [
    ...column.flatMap(({ members }) => members.flatMap((one) => ("address" in one ? [one.address] : []))),
    ...parts.flatMap((part) =>
      part.kind === "objects"
        ? part.objects.flatMap((one) =>
            one.kind === "network" ? one.members.flatMap((of) => ("address" in of ? [of.address] : [])) : [],
          )
        : [],
    ),
  ];
  const borders = pointsOf([BLOCK, BLOCK + 0xffff_ffffn], LINE_END);
  return [0n, LINE_END, ...borders, ...texts.flatMap((text) => pointsOf(rangeOf(text), LINE_END))];
}

function addressOperand(text: string) {
  return { has: (point: bigint) => hasAddress(text, point), points: pointsOf(rangeOf(text), LINE_END) };
}

/** A point of the services is protocol * 65,536 + port, or + type * 256 + code. */
const SERVICE_END = 256n * 65_536n - 1n;

function serviceRange(
  member: Extract<ServiceMember, { protocol: number | null }>,
): readonly (readonly [bigint, bigint])[] {
  const { protocol, ports, icmpType, icmpCode } = member;
  if (protocol === null) return [[0n, SERVICE_END]];
  const base = BigInt(protocol) * 65_536n;
  if (ports) return ports.map(([low, high]) => [base + BigInt(low), base + BigInt(high)]);
  if (icmpType === undefined) return [[base, base + 65_535n]];
  const type = base + BigInt(icmpType) * 256n;
  return icmpCode === undefined ? [[type, type + 255n]] : [[type + BigInt(icmpCode), type + BigInt(icmpCode)]];
}

function serviceMembers(member: ServiceMember, parts: readonly SnapshotPart[]): (readonly [bigint, bigint])[] {
  if ("notUnderstood" in member) return [];
  if (!("object" in member)) return [...serviceRange(member)];
  const objects = parts.flatMap((part) => (part.kind === "objects" ? part.objects : []));
  const object = objects.find((one) => one.kind === "service" && one.name === member.object);
  return object?.kind === "service" ? object.members.flatMap((one) => serviceMembers(one, parts)) : [];
}

function matchesService(row: SnapshotRow, point: bigint, parts: readonly SnapshotPart[]): boolean {
  return row.service.every(({ negated, members }) => {
    const ranges = members.flatMap((member) => serviceMembers(member, parts));
    return ranges.some(([low, high]) => low <= point && point <= high) !== negated;
  });
}

function servicePoints(row: SnapshotRow, parts: readonly SnapshotPart[]): bigint[] {
  const ranges = row.service.flatMap(({ members }) => members.flatMap((one) => serviceMembers(one, parts)));
  return [0n, SERVICE_END, ...ranges.flatMap((range) => pointsOf(range, SERVICE_END))];
}

function serviceOperand(text: string) {
  const [name = "", rest] = text.split("/");
  const protocol = { tcp: 6n, udp: 17n, icmp: 1n }[name] ?? BigInt(rest ?? 0);
  const base = protocol * 65_536n;
  const [low = 0n, high = low] = name === "ip" || rest === undefined ? [0n, 65_535n] : rest.split("-").map(BigInt);
  const range = [base + low, base + high] as const;
  return { has: (point: bigint) => range[0] <= point && point <= range[1], points: pointsOf(range, SERVICE_END) };
}

function literalsOf({ operand }: Comparison): readonly Literal[] {
  if (!operand || operand.kind === "call") return [];
  return operand.kind === "list" ? operand.members : [operand];
}

function numbersOf(comparison: Comparison): number[] {
  return literalsOf(comparison).map((one) => Number(plain(one)));
}

function plain(literal: Literal | undefined): string {
  if (!literal) return "";
  if (literal.kind === "string")
    return literal.pieces.map((piece: StringPiece) => (typeof piece === "string" ? piece : "*")).join("");
  return literal.kind === "boolean" ? String(literal.value) : literal.text;
}

function regexOf(comparison: Comparison, within: boolean): RegExp {
  const [literal] = literalsOf(comparison);
  const pieces: readonly StringPiece[] = literal?.kind === "string" ? literal.pieces : [plain(literal)];
  const source = pieces
    .map((piece) =>
      piece === ANY_CHARACTERS || typeof piece === "object" ? ".*" : piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
  return new RegExp(within ? source : `^(?:${source})$`, "su");
}
