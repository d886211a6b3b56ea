/** One item as a connector uploads it. */
export interface GeneratedItem {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
  readonly id: string;
  readonly cloudAccountId: string;
  readonly name: string;
  readonly typeName: string;
  readonly hostname: string;
  readonly vendor: string;
  readonly macAddress: string;
  readonly ips: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  readonly item: Readonly<Record<string, unknown>>;
}

const types = [
  ["instance", "Virtual machine"],
  ["network-interface", "Network interface"],
  ["container", "Container"],
  ["database", "Database"],
  ["load-balancer", "Load balancer"],
  ["function", "Function"],
  ["server", "Server"],
  ["workstation", "Workstation"],
  ["printer", "Printer"],
  ["switch", "Switch"],
  ["router", "Router"],
  ["gateway", "Gateway"],
  ["subnet", "Subnet"],
  ["network", "Network"],
  ["address-pool", "Address pool"],
] as const;
/** The number of types at the end of the list that are networks. Their addresses are CIDRs. */
const NETWORK_TYPES = 3;
const continents = ["eu", "us", "ap"] as const;
const roles = ["web", "api", "worker", "cache", "queue", "search", "billing", "payments", "login", "reports"] as const;
const environments = ["prod", "prod", "staging", "test", "dev"] as const;
const teams = ["atlas", "borealis", "cygnus", "draco", "eridanus", "fornax", "gemini", "hydra"] as const;
const vendors = ["cloud", "hypervisor", "scanner"] as const;

/**
 * Returns the item with this number. Numbers start at 0. The same number and seed always give the same item, whatever
 * other items were generated. An item is about 1 kB of JSON. It has one of 15 types, 14 regions and 200 accounts, three
 * to eight tags, and one to three addresses. A fifth of the items are networks. The first address of every item is in
 * 10.0.0.0/8. Among up to eight million items, no two of these first addresses are equal or adjacent.
 */
export function generatedItem(number: number, seed = 1): GeneratedItem {
  const random = randomNumbers(seed * 0x9e3779b1 + number);
  const pick = <Value>(values: readonly Value[]) => values[random() % values.length] as Value;
  const isNetwork = random() % 5 === 0;
  const [type, typeName] = isNetwork
    ? pick(types.slice(-NETWORK_TYPES))
    : pick(types.slice(0, types.length - NETWORK_TYPES));
  const account = random() % 200;
  const region = `${pick(continents)}-${1 + (random() % 5)}`.replace("ap-5", "ap-4");
  const role = pick(roles);
  const environment = pick(environments);
  const name = `${role}-${environment}-${number.toString(36)}`;
  const id = `${type}-${hex(random(), 8)}${hex(number, 8)}`;
  const tags = {
    Environment: environment,
    Application: role,
    Team: pick(teams),
    ...Object.fromEntries(Array.from({ length: random() % 6 }, (_, n) => [`label-${n}`, `value ${random() % 1_000}`])),
  };
  const macAddress = `02:${(hex(random(), 8) + hex(random(), 2)).replace(/..(?=.)/g, "$&:")}`;
  return {
    accountId: `00000000-0000-4000-8000-${hex(account, 12)}`,
    region,
    type,
    id,
    cloudAccountId: String(100_000_000_000 + account * 7_919),
    name,
    typeName,
    hostname: `${name}.${region}.example.com`,
    vendor: pick(vendors),
    macAddress,
    ips: isNetwork ? networksOf(number, random) : addressesOf(number, random),
    tags,
    item: rawAttributes({ id, name, region, random }),
  };
}

/** Returns a generator of numbers from 0 to 2^32 - 1. The same seed always gives the same sequence. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function addressesOf(number: number, random: () => number): string[] {
  const second = random() % 3 === 0 ? [`172.${16 + (random() % 16)}.${random() % 256}.${random() % 256}`] : [];
  const sixth =
    random() % 4 === 0 ? [`2001:db8:${(1 + (random() % 65_535)).toString(16)}::${(1 + number).toString(16)}`] : [];
  return [ipv4(0x0a000000 + number * 2), ...second, ...sixth].map(canonicalGroups);
}

/** Returns a network of one address, as a pool may have, and a wider network. */
function networksOf(number: number, random: () => number): string[] {
  return [ipv4(0x0a000000 + number * 2), `172.${16 + (random() % 16)}.${random() % 256}.0/24`];
}

/** Rewrites an address so that a value above ffff takes two groups, because it does not fit into one group. */
function canonicalGroups(address: string): string {
  const [before, after] = address.split("::");
  if (after === undefined || after.length <= 4) return address;
  return `${before}::${after.slice(0, -4)}:${Number.parseInt(after.slice(-4), 16).toString(16)}`;
}

function rawAttributes({
  id,
  name,
  region,
  random,
}: {
  id: string;
  name: string;
  region: string;
  random: () => number;
}) {
  return {
    resourceId: id,
    displayName: name,
    state: random() % 10 === 0 ? "stopped" : "running",
    createdAt: new Date(1_600_000_000_000 + (random() % 100_000_000) * 1_000).toISOString(),
    placement: { zone: `${region}${"abc"[random() % 3]}`, tenancy: "shared", host: hex(random(), 8) },
    network: {
      interface: `eni-${hex(random(), 8)}`,
      subnet: `subnet-${hex(random(), 8)}`,
      securityGroups: [`sg-${hex(random(), 8)}`, `sg-${hex(random(), 8)}`],
    },
    disks: [
      { name: "root", sizeGb: 20 + (random() % 80), encrypted: true, volume: `vol-${hex(random(), 8)}` },
      { name: "data", sizeGb: 100 + (random() % 900), encrypted: true, volume: `vol-${hex(random(), 8)}` },
    ],
    image: `image-${hex(random(), 8)}`,
    cores: 1 << (random() % 6),
    memoryGb: 1 << (random() % 8),
    monitoring: { enabled: true, agent: `3.${random() % 20}.${random() % 10}` },
  };
}

function ipv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0").slice(-digits);
}
