import type { SnapshotPartInput, SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";

/** Two snapshots of a device. Together they contain every kind of record, object and change. */

const MANY = Array.from({ length: 120 }, (_, place) => ({ address: `10.9.${place}.0/24` }));
const web = { protocol: 6, ports: [[443, 443]], sourcePorts: [[1024, 65_535]] } satisfies Record<string, unknown>;

const rows: readonly SnapshotRowInput[] = [
  {
    ...{ number: 1, name: "web", comment: "to the servers", action: "ACCEPT", families: [4], log: true },
    source: [{ members: [{ address: "10.1.2.3" }, { address: "10.1.0.0/16" }, { address: "10.2.0.1-10.2.0.9" }] }],
    destination: [{ negated: true, members: [{ object: "servers" }, { object: "site" }, { notUnderstood: "geo" }] }],
    service: [{ members: [{ ...web, ports: [[443, 443]], sourcePorts: [[1024, 65_535]] }, { object: "web" }] }],
    inInterface: [{ negated: true, members: [{ name: "eth", prefix: true }] }],
    ...{ sourceZones: ["inside"], users: ["ada"], applications: ["ssh"], profiles: ["strict"] },
    ...{ urlMatchers: ["news"], schedules: ["nights"] },
  },
  { number: 2, action: "JUMP", target: "more", families: [4, 6] },
  {
    ...{ number: 3, action: "DROP", families: [6], exact: false, disabled: true, connections: "none" },
    service: [{ members: [{ protocol: 58 }, { protocol: 47 }, { protocol: null }, { notUnderstood: "sctp" }] }],
  },
  {
    ...{ number: 4, action: "ACCEPT", families: [4] },
    source: [{ members: MANY }],
    service: [{ members: [{ protocol: 1, icmpType: 8 }, { protocol: 1, icmpType: 3, icmpCode: 1 }, { protocol: 17 }] }],
  },
  { number: 5, action: "DROP", families: [4], implicit: true },
];

const objects: SnapshotPartInput = {
  kind: "objects",
  objects: [
    { kind: "network", name: "servers", type: "GROUP", members: MANY },
    { kind: "network", name: "site", type: "FQDN", fqdn: "site.example", members: [], comment: "by name" },
    { kind: "service", name: "web", type: "SERVICE", members: [{ protocol: 6, ports: [[80, 80]] }] },
    { kind: "service", name: "some", type: "GROUP", members: [{ object: "web" }, { protocol: 17, ports: [[53, 53]] }] },
    { kind: "schedule", name: "nights", periods: ["daily 22:00 to 6:00"], start: "2026-01-01T00:00:00Z" },
  ],
};
const interfaces: SnapshotPartInput = {
  kind: "interfaces",
  interfaces: [
    { name: "eth0", displayName: "eth0", addresses: ["10.1.2.1/24", "2001:db8::1/64"], zones: ["inside"] },
    { name: "eth1", displayName: "eth1", addresses: ["192.0.2.1/24"], disabled: true },
  ],
  entries: [
    { interface: null, direction: "FORWARD", families: [4, 6], policies: ["edge"] },
    { interface: "eth1", direction: "OUT", families: [4], policies: ["nat"] },
  ],
};

function parts(security: readonly SnapshotRowInput[], routes: readonly string[]): readonly SnapshotPartInput[] {
  const policy = { kind: "policy", policyType: "SECURITY" } as const;
  return [
    { ...policy, name: "edge", displayName: "Edge", rows: [...security] },
    { ...policy, name: "more", displayName: "More", rows: [{ number: 1, action: "REJECT", families: [4, 6] }] },
    {
      ...{ kind: "policy", name: "nat", displayName: "NAT", policyType: "NAT" },
      rows: [
        {
          ...{ number: 1, action: "ACCEPT", families: [4], source: [{ members: [{ address: "10.1.0.0/16" }] }] },
          translation: {
            ...{ type: "DYNAMIC", source: [{ address: "192.0.2.7" }], destination: [{ object: "servers" }] },
            ...{ service: [{ protocol: 6, ports: [[8443, 8443]] }], bidirectional: true },
          },
        },
        { number: 2, action: "ACCEPT", families: [4], translation: { type: "HIDE", sourceIsInterface: true } },
      ],
    },
    ...[objects, interfaces],
    {
      ...{ kind: "routes", virtualRouter: "default" },
      routes: [
        { destination: "10.1.2.0/24", interface: "eth0", type: "CONNECTED" },
        ...routes.map((destination) => ({ destination, gateway: "192.0.2.254", type: "STATIC" as const, metric: 5 })),
      ],
    },
    {
      kind: "notUnderstood",
      lines: [{ file: "rules", line: 3, column: 1, text: "-m recent", reason: "unknown match" }],
    },
  ];
}

export const FIRST_SNAPSHOT = parts(
  rows.map((row) => (row.number === 1 ? { ...row, comment: "before" } : row)),
  ["0.0.0.0/0", "10.50.0.0/16"],
);
/** The next snapshot: one rule is changed, one rule is added, and one route is removed. */
export const SECOND_SNAPSHOT = parts(
  [...rows, { number: 6, name: "new", action: "ACCEPT", families: [4] }],
  ["0.0.0.0/0"],
);
