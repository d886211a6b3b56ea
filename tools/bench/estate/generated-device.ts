import {
  PART_BOUNDS,
  type SnapshotPartInput,
  type SnapshotRowInput,
} from "@network-access/service-contracts/device-snapshot";

/** The size of a device. */
export interface DeviceSize {
  readonly rules: number;
  readonly objects: number;
  readonly routes: number;
  readonly textBytes: number;
}

type ObjectsPart = Extract<SnapshotPartInput, { kind: "objects" }>;
type SnapshotObject = ObjectsPart["objects"][number];
type Random = (below: number) => number;

const ZONES = ["inside", "outside", "dmz", "guests", "backup", "voice", "partners", "lab"];
const POLICY_ROWS = 5_000;
/** Of every 100 objects, the last ones are services, and the ones before these are groups. */
const SERVICES = 10;
const GROUPS = 12;
const PORTS = [22, 25, 53, 80, 123, 389, 443, 445, 636, 1433, 3306, 3389, 5432, 8080, 8443, 9200];

/**
 * Generates the snapshot of a device. The same number and size always give the same snapshot. It has rules of a few
 * members each, named objects with nested groups, IPv4 and IPv6, and everything that a query may ask for.
 */
export function* generatedDevice(number: number, size: DeviceSize): Generator<SnapshotPartInput> {
  const random = randomNumbers(number);
  const objects = objectsOf(number, size.objects, random);
  yield* policyParts(number, size, random);
  for (const some of divided(objects, PART_BOUNDS.objects)) yield { kind: "objects", objects: some };
  yield {
    kind: "interfaces",
    interfaces: ZONES.map((zone, at) => ({
      ...{ name: `eth${at}`, displayName: `eth${at}`, zones: [zone] },
      addresses: [`10.${number % 250}.${at}.1/24`, `2001:db8:${hex(number)}:${at}::1/64`],
    })),
    entries: [{ interface: null, direction: "FORWARD", families: [4, 6], policies: policyNames(size.rules) }],
  };
  const routes = Array.from({ length: size.routes }, (_, at) => ({
    ...{
      destination: `${10 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}.0/24`,
      metric: at % 5,
      type: "STATIC" as const,
    },
    ...{ gateway: `10.${number % 250}.${at % ZONES.length}.254`, interface: `eth${at % ZONES.length}` },
  }));
  for (const some of divided(routes, PART_BOUNDS.routes))
    yield { kind: "routes", virtualRouter: "default", routes: some };
  yield* textParts(number, size.textBytes);
}

function* policyParts(number: number, { rules, objects }: DeviceSize, random: Random): Generator<SnapshotPartInput> {
  for (const [at, name] of policyNames(rules).entries()) {
    const count = Math.min(POLICY_ROWS, rules - at * POLICY_ROWS);
    const rows = Array.from({ length: count }, (_, place) => row(number, at * POLICY_ROWS + place, objects, random));
    const numbered = rows.map((one, place) => ({ ...one, number: place + 1 }));
    for (const some of divided(numbered, PART_BOUNDS.rows))
      yield { kind: "policy", name, displayName: name, policyType: "SECURITY", rows: some };
  }
}

function policyNames(rules: number): string[] {
  return Array.from({ length: Math.ceil(rules / POLICY_ROWS) }, (_, at) => `policy-${at}`);
}

function row(device: number, at: number, objects: number, random: Random): Omit<SnapshotRowInput, "number"> {
  const families = random(10) === 0 ? [4, 6] : [4];
  const zone = () => (random(3) === 0 ? [] : [ZONES[random(ZONES.length)] ?? ""]);
  return {
    ...{ name: `rule-${device}-${at}`, comment: random(3) === 0 ? `ticket ${random(100_000)}, reviewed` : "" },
    action: random(5) === 0 ? "DROP" : "ACCEPT",
    ...{ disabled: random(30) === 0, log: random(3) === 0, exact: random(50) !== 0 },
    families: families as SnapshotRowInput["families"],
    source: addressTerms(device, objects, random),
    destination: addressTerms(device, objects, random),
    service: serviceTerms(objects, random),
    ...{ sourceZones: zone(), destinationZones: zone() },
  };
}

function addressTerms(device: number, objects: number, random: Random): SnapshotRowInput["source"] {
  if (random(12) === 0) return [];
  const named = Math.floor((objects * (100 - SERVICES)) / 100);
  const members = Array.from({ length: 1 + random(3) }, () =>
    named > 0 && random(4) !== 0 ? { object: networkName(random(named)) } : { address: network(device, random) },
  );
  return [{ negated: random(60) === 0, members }];
}

function serviceTerms(objects: number, random: Random): SnapshotRowInput["service"] {
  if (random(10) === 0) return [];
  const named = Math.floor((objects * SERVICES) / 100);
  const members = Array.from({ length: 1 + random(2) }, () =>
    named > 0 && random(2) === 0 ? { object: `service-${random(named)}` } : service(random),
  );
  return [{ members }];
}

function service(random: Random) {
  const first = random(3) === 0 ? 1_024 + random(60_000) : (PORTS[random(PORTS.length)] ?? 443);
  const ports: [number, number][] = [[first, random(4) === 0 ? Math.min(65_535, first + random(100)) : first]];
  return { protocol: random(4) === 0 ? 17 : 6, ports };
}

function objectsOf(device: number, count: number, random: Random): SnapshotObject[] {
  const services = Math.floor((count * SERVICES) / 100);
  const groups = Math.floor((count * GROUPS) / 100);
  const plain = count - services - groups;
  return [
    ...Array.from({ length: plain }, (_, at): SnapshotObject => {
      const address = network(device, random);
      const type = address.includes("-") ? "ADDRESS_RANGE" : address.includes("/") ? "NETWORK" : "HOST";
      return { kind: "network", name: networkName(at), type, members: [{ address }] };
    }),
    ...Array.from({ length: groups }, (_, at): SnapshotObject => {
      // A group contains earlier objects, among them groups.
      const members = Array.from({ length: 2 + random(10) }, () => ({ object: networkName(random(plain + at)) }));
      return { kind: "network", name: networkName(plain + at), type: "GROUP", comment: "a group", members };
    }),
    ...Array.from({ length: services }, (_, at): SnapshotObject => {
      const members = Array.from({ length: 1 + random(3) }, () => service(random));
      return { kind: "service", name: `service-${at}`, type: "SERVICE", members };
    }),
  ];
}

function networkName(at: number): string {
  return `network-${at}`;
}

/** Private addresses, most of them near those of the device, so that devices differ and queries meet several of them. */
function network(device: number, random: Random): string {
  const second = random(3) === 0 ? random(256) : device % 250;
  const place = `10.${second}.${random(256)}`;
  switch (random(10)) {
    case 0:
      return `2001:db8:${hex(device)}:${hex(random(65_536))}::/64`;
    case 1:
      return `10.${second}.0.0/16`;
    case 2: {
      const first = random(200);
      return `${place}.${first}-${place}.${first + random(55)}`;
    }
    case 3:
    case 4:
    case 5:
      return `${place}.0/24`;
    default:
      return `${place}.${random(256)}`;
  }
}

function* textParts(number: number, bytes: number): Generator<SnapshotPartInput> {
  for (let from = 0; from < bytes; from += PART_BOUNDS.textBytes) {
    const length = Math.min(PART_BOUNDS.textBytes, bytes - from);
    const line = (at: number) =>
      `access-list edge extended permit tcp object network-${at} 10.${number % 250}.${at % 256}.0 255.255.255.0 eq ${at % 65_536}\n`;
    let text = "";
    for (let at = from; text.length < length; at += 97) text += line(at);
    yield { kind: "text", file: "running-config", text: text.slice(0, length) };
  }
}

function divided<Entry>(all: readonly Entry[], most: number): Entry[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most));
}

function hex(value: number): string {
  return value.toString(16);
}

/** Numbers that only look random (mulberry32). */
function randomNumbers(seed: number): Random {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
