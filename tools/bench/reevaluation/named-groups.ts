const PARTS = 100;
const ADDRESSES_AN_ITEM = 1_000;
const ITEMS_A_BODY = 250;

const parts = Array.from({ length: PARTS }, (_, part) => `part-${part}`);
/** One group with every address, and a hundred groups that each have a different hundredth of these addresses. */
export const groupIds = { whole: ["whole"], parts } as const;

/**
 * Returns upload bodies that together contain `addresses` addresses. No two addresses are adjacent, so they can't be
 * combined into larger CIDRs.
 */
export function addressBodies(addresses: number): Buffer[] {
  const itemsAPart = addresses / PARTS / ADDRESSES_AN_ITEM;
  const items = parts.flatMap((part, place) =>
    Array.from({ length: itemsAPart }, (_, n) => {
      const first = 0x0a000000 + (place * itemsAPart + n) * ADDRESSES_AN_ITEM * 2;
      const ips = Array.from({ length: ADDRESSES_AN_ITEM }, (_one, address) => ipv4(first + address * 2));
      return { accountId: "bench", region: "bench", type: "pool", id: `${part}-${n}`, tags: { part }, ips };
    }),
  );
  const bodies: Buffer[] = [];
  for (let from = 0; from < items.length; from += ITEMS_A_BODY) {
    const body = { discoveryId: "addresses", items: items.slice(from, from + ITEMS_A_BODY) };
    bodies.push(Buffer.from(JSON.stringify(body)));
  }
  return bodies;
}

export function groupInputs(): object[] {
  const whole = { id: "whole", name: "Everything", filter: { types: ["pool"] } };
  return [whole, ...parts.map((id) => ({ id, name: id, filter: { tags: [{ key: "part", value: id }] } }))];
}

const https = [{ type: "TCP", portStart: 443, portEnd: 443 }];
const service = { type: "Cidr", cidr: "192.168.0.0/24" };

/** Grants every address of the groups. */
export const boundaryInput = {
  id: "everything",
  name: "Everything may ask the service",
  action: "Pass",
  sources: [{ type: "Cidr", cidr: "10.0.0.0/8" }],
  destinations: [service],
  services: https,
};

export function namingRequest(id: string, named: readonly string[]): object {
  const sources = named.map((groupId) => ({ type: "ConnectGroup", groupId }));
  const rule = { action: "Allow", justification: "It asks the service.", destinations: [service], services: https };
  const one = { type: "Cidr", cidr: "10.0.0.0/32" };
  return { id, name: id, projectId: "bench", rules: [{ ...rule, sources: named.length === 0 ? [one] : sources }] };
}

function ipv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}
