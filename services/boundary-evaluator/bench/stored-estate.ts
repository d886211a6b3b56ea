import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import type { BoundaryDefinition } from "../src/judging/model/boundary-definition.ts";

/**
 * The project of all stored requests in the preview benchmark. The boundaries and rules of this file contain CIDRs and
 * no groups, and they are the same in every run.
 */
export const PROJECT = "benchmark";

const ACTIONS = ["Pass", "Fail", "Score"] as const;
const tcp = (portStart: number, portEnd = portStart): ServiceObject => ({ type: "TCP", portStart, portEnd });
const cidr = (text: string): NetworkObject => ({ type: "Cidr", negate: null, comparison: null, cidr: text });

/**
 * Returns the start addresses of two networks of 16,384 addresses: `from` for the sources and `to` for the destinations
 * of a boundary. Each is given by the first three numbers of the IPv4 address, such as "10.7.64". Each network is a
 * quarter of one of the 250 networks 10.0.0.0/16 to 10.249.0.0/16.
 */
function quarters(index: number): { from: string; to: string } {
  const third = Math.floor(index / 250) * 64;
  return { from: `10.${index % 250}.${third}`, to: `10.${(index * 7 + 3) % 250}.${third}` };
}

export function boundaryOf(index: number): BoundaryDefinition {
  const { from, to } = quarters(index);
  const action = ACTIONS[index % ACTIONS.length] ?? "Pass";
  return {
    id: `boundary-${index}`,
    revision: 1,
    name: `Boundary ${index}`,
    action,
    enforced: true,
    score: action === "Score" ? 10 : null,
    ruleActions: ["Allow"],
    sources: [cidr(`${from}.0/18`), cidr(`172.16.${index % 256}.0/24`)],
    destinations: [cidr(`${to}.0/18`), cidr(`172.17.${index % 256}.0/24`)],
    services: [tcp(443), tcp(8_000, 8_099), tcp(5_432)],
    partialMatch: "Review",
    platforms: null,
    projectIds: null,
    message: null,
  };
}

/**
 * Returns the five rules of the stored request with number `n`. The first rule is inside one boundary. The second rule
 * overlaps boundaries, but its sources, destinations and services extend beyond them. The other three rules overlap
 * almost no boundary.
 */
export function rulesOf(n: number): Rule[] {
  const index = n % 1_000;
  const { from, to } = quarters(index);
  const third = Number(from.split(".")[2]) + (Math.floor(n / 256) % 64);
  const own = `${from.split(".").slice(0, 2).join(".")}.${third}.${n % 256}/32`;
  const across = [0, 1, 2].map((k) => ({
    sources: [cidr(`10.${n % 190}.${(n + k * 31) % 256}.0/24`)],
    destinations: [cidr(`192.0.2.${(n + k) % 256}/32`), cidr(`10.${(n + 7) % 190}.${k}.0/24`)],
    services: [tcp(443 + k)],
  }));
  const all = [
    { sources: [cidr(own)], destinations: [cidr(`${to}.0/24`)], services: [tcp(443), tcp(5_432)] },
    {
      sources: [cidr(`${from}.0/20`), cidr("192.168.7.0/24")],
      destinations: [cidr(`10.${(index * 7 + 3) % 250}.0.0/16`)],
      services: [tcp(8_050, 8_200)],
    },
    ...across,
  ];
  return all.map((sides, place) => ({ id: `rule-${place + 1}`, action: "Allow", ...sides }));
}
