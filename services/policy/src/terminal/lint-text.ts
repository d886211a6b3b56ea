import { referencesOf } from "@network-access/firewall-rules/reference";
import { formatAddress } from "@network-access/traffic-sets/cidr";
import type { PacketPoint } from "@network-access/traffic-sets/traffic-set";
import type { AdmittedFamily } from "../lint/find-admitted-families.ts";
import type { Contradiction, Contradictions } from "../lint/find-contradictions.ts";
import { type PolicyBoundary, placeText } from "../policy-boundary.ts";
import { countedBoundaries, listed, withCommas } from "./counted.ts";
import { type Line, line } from "./line.ts";

/**
 * The most warnings of one kind that are printed, and the most entries that are printed under one warning or heading.
 */
const MOST = 20;

export function duplicatesText(duplicates: readonly (readonly PolicyBoundary[])[]): Line[] {
  return shortened(
    duplicates.map((alike) => {
      const [first, ...others] = alike;
      if (first === undefined) return [];
      const twice = first.text.action === "Score" ? "each adds its score" : "one is enough";
      return [
        line(
          `${placeText(first.place)}: warning: ${first.text.id} duplicates ${others.length === 1 ? "another boundary" : "other boundaries"}; ${twice}`,
          "doubtful",
        ),
        ...shortened(
          others.map((other) => [line(`    ${other.text.id}  (${placeText(other.place)})`)]),
          "    ",
        ),
      ];
    }),
  );
}

/** Lists the contradictions by Fail boundary, with a packet that proves each contradiction. */
export function contradictionsText(found: readonly Contradiction[]): Line[] {
  return shortened(
    found.map(({ fail, count, passes }) => {
      const granted = passes.map(({ pass, packet, relation }) => {
        const all = relation === "Inside" || relation === "Equal" ? "  everything it grants" : "";
        return line(`    ${pass.text.id}  (${placeText(pass.place)})  ${packetText(packet)}${all}`);
      });
      const head = `${fail.text.id} forbids what ${countedBoundaries(count)} ${count === 1 ? "grants" : "grant"}; ignore this if it is an intended exception`;
      return [
        line(`${placeText(fail.place)}: warning: ${head}`, "doubtful"),
        ...granted,
        ...moreText(count - passes.length, "    "),
      ];
    }),
  );
}

export function familiesText(families: readonly AdmittedFamily[]): Line[] {
  return shortened(
    families.map(({ boundary, member, admitted }) => {
      const [negated, everything] = admitted === 6 ? ["IPv4", "::/0"] : ["IPv6", "0.0.0.0/0"];
      const message = `negate only ${negated} addresses, so they include every IPv${admitted} address; negate ${everything} too to exclude those`;
      return [
        line(`${placeText(boundary.place)}: warning: the ${member} of ${boundary.text.id} ${message}`, "doubtful"),
      ];
    }),
  );
}

/** Lists boundaries that can't be checked without the inventory. */
export function undecidedText(boundaries: readonly PolicyBoundary[], { undecided }: Contradictions): Line[] {
  const naming = boundaries.filter(({ text }) => referencesOf([...text.sources, ...text.destinations]).length > 0);
  if (naming.length === 0) return [];
  const names = naming.length === 1 ? "names" : "name";
  const head = `Not checked: ${countedBoundaries(naming.length)} ${names} groups or items, whose addresses only the service knows.`;
  const pairs = undecided.map(({ fail, count, passes }) => {
    const grants = listed(
      passes.map(({ text }) => text.id),
      3,
      count,
    );
    return [line(`    ${fail.text.id} may forbid what ${grants} ${count === 1 ? "grants" : "grant"}`, "aside")];
  });
  return [line(head, "aside"), ...shortened(pairs, "    ")];
}

/** Describes a packet as a text such as "10.0.0.0 -> 10.9.0.0 TCP 22". */
function packetText({ family, source, destination, service }: PacketPoint): string {
  return `${formatAddress(family, source)} -> ${formatAddress(family, destination)} ${serviceText(service)}`;
}

function serviceText({ protocol, port, icmpType, icmpCode }: PacketPoint["service"]): string {
  if (protocol === 6 || protocol === 17) return `${protocol === 6 ? "TCP" : "UDP"} ${port}`;
  if (icmpType === undefined) return `protocol ${protocol}`;
  return `${protocol === 1 ? "ICMPv4" : "ICMPv6"} type ${icmpType} code ${icmpCode}`;
}

function shortened(parts: readonly (readonly Line[])[], indent = ""): Line[] {
  return [...parts.slice(0, MOST).flat(), ...moreText(parts.length - MOST, indent)];
}

function moreText(more: number, indent: string): Line[] {
  return more > 0 ? [line(`${indent}... and ${withCommas(more)} more`)] : [];
}
