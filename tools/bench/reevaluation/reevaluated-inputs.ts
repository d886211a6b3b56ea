import { changeRequestInput } from "../saves/saved-inputs.ts";

/** The number of groups. Each group is the source of one boundary. */
export const GROUPS = 12;

const cidr = (text: string) => ({ type: "Cidr", cidr: text });
const tcp = (port: number) => ({ type: "TCP", portStart: port, portEnd: port });

export function groupOf(n: number): object {
  return { id: `g${n}`, name: `Group ${n}`, filter: { tags: [{ key: "bench", value: `g${n}` }] } };
}

export function namingBoundary(n: number): object {
  return {
    id: `naming-${n}`,
    name: `Naming ${n}`,
    action: "Pass",
    sources: [{ type: "ConnectGroup", groupId: `g${n}` }],
    destinations: [cidr("192.0.2.0/24")],
    services: [tcp(443)],
  };
}

/**
 * Returns a change request whose verdict changes in round `n`: its source is the address that a group gains in this
 * round.
 */
export function flippingRequest(id: string, n: number): object {
  const rule = {
    action: "Allow",
    sources: [cidr(`10.200.${n}.7/32`)],
    destinations: [cidr("192.0.2.1/32")],
    services: [tcp(443)],
  };
  return { id, name: `Flips ${n}`, projectId: "benchmark", rules: [rule] };
}

/** Returns five rules. They contain no address that a group gains during the measurement. */
export function fiveRules(id: string, n: number): object {
  const two = changeRequestInput(id, n) as { rules: object[] };
  const more = [0, 1, 2].map((k) => ({
    action: "Allow",
    sources: [cidr(`10.${n % 190}.${(n + k * 31) % 256}.0/24`)],
    destinations: [cidr(`192.0.2.${(n + k) % 256}/32`), cidr(`10.${(n + 7) % 190}.${k}.0/24`)],
    services: [tcp(443 + k)],
  }));
  return { ...two, rules: [...two.rules, ...more] };
}
