import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { OracleBoundary, OracleVerdict } from "./judging-oracle.ts";
import type { AddressPoint, Packet, ServicePoint } from "./oracle-points.ts";

/**
 * Returns the packets of a rule that can pass. A packet can pass if a smaller rule contains the packet and passes.
 * Returns null if no smaller rule may be suggested at all.
 *
 * The function tests each packet separately. For each boundary that grants the packet, it takes the smallest possible
 * rule that contains the packet. If a side of the given rule has an object with Equals, the smallest rule keeps this
 * whole side. The smallest rule also contains all addresses that the boundary requires by Equals. The packet can pass
 * if at least one of these smallest rules shares no packet with any Fail boundary.
 */
export function passablePackets(oracle: OracleVerdict, rule: Rule): ReadonlySet<Packet> | null {
  const { taking, traffic, inside, granting, isUnresolved } = oracle;
  const looking = taking.filter(({ ruleActions }) => ruleActions.includes("Allow"));
  const packets = traffic(rule);
  const touches = (boundary: OracleBoundary): boolean => packets.some(inside(rule, boundary));
  if (rule.action === "Deny" || isUnresolved(rule)) return null;
  if (looking.some((boundary) => isUnresolved(boundary) && touches(boundary))) return null;
  const failing = looking.filter((boundary) => boundary.action === "Fail" && touches(boundary));
  const grants = granting(rule).filter(touches);
  const isCovered = packets.every((packet) => grants.some((boundary) => inside(rule, boundary)(packet)));
  if (grants.length === 0 || (isCovered && failing.length === 0)) return null;
  const forbidden = failing.map((boundary) => packets.filter(inside(rule, boundary)));
  return new Set(
    packets.filter((packet) =>
      grants.some((grant) => {
        if (!inside(rule, grant)(packet)) return false;
        const comes = comesAlong(oracle, rule, grant, packet);
        return forbidden.every((held) => !held.some(comes));
      }),
    ),
  );
}

/**
 * Returns a function that says whether the smallest rule that contains `packet` also contains another packet. If a side
 * of `rule` has an object with Equals, the smallest rule keeps this whole side. The smallest rule also contains all
 * addresses that `grant` requires by Equals.
 */
function comesAlong(
  { asksInFull }: OracleVerdict,
  rule: Rule,
  grant: OracleBoundary,
  packet: Packet,
): (other: Packet) => boolean {
  const kept = (side: "sources" | "destinations", own: bigint, point: AddressPoint): boolean =>
    (point.family === packet.family && point.value === own) ||
    rule[side].some(isEquals) ||
    asksInFull(grant[side], point);
  return ({ family, source, destination, service }) =>
    kept("sources", packet.source, { family, value: source }) &&
    kept("destinations", packet.destination, { family, value: destination }) &&
    comesWith(packet.service, service);
}

function isEquals(object: NetworkObject): boolean {
  return object.type !== "Any" && !object.negate && object.comparison === "Equals";
}

/** Returns true if every service object that contains `asked` also contains `other`. */
function comesWith(asked: ServicePoint, other: ServicePoint): boolean {
  if (asked.protocol !== other.protocol) return false;
  const isForeign = (asked.protocol === 1 && asked.family === 6) || (asked.protocol === 58 && asked.family === 4);
  if (isForeign) return true;
  const isIcmp = asked.protocol === 1 || asked.protocol === 58;
  return asked.selector === other.selector && (!isIcmp || asked.family === other.family);
}
