import type { SnapshotPartInput, SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";

/**
 * Returns the parts of a snapshot of a device. All connections reach the device's only policy, which has one rule for
 * each name.
 */
export function edgeSnapshot(
  names: readonly string[],
  more: (name: string, place: number) => Partial<SnapshotRowInput> = () => ({}),
): readonly SnapshotPartInput[] {
  return [
    {
      ...{ kind: "policy", name: "edge", displayName: "Edge", policyType: "SECURITY" },
      rows: names.map((name, place) => ({
        ...{ number: place + 1, name, action: "ACCEPT", families: [4] },
        source: [{ members: [{ object: "servers" }] }],
        destination: [{ members: [{ address: "192.0.2.0/24" }] }],
        service: [{ members: [{ object: "web" }] }],
        ...more(name, place),
      })),
    },
    {
      kind: "objects",
      objects: [
        { kind: "network", name: "servers", type: "GROUP", members: [{ address: "10.1.2.0/24" }] },
        { kind: "service", name: "web", type: "SERVICE", members: [{ protocol: 6, ports: [[443, 443]] }] },
      ],
    },
    {
      kind: "interfaces",
      interfaces: [{ name: "eth0", displayName: "eth0", addresses: ["10.1.2.1/24"], zones: ["inside"] }],
      entries: [{ interface: null, direction: "FORWARD", families: [4], policies: ["edge"] }],
    },
  ];
}
