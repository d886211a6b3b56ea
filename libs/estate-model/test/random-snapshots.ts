import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import fc from "fast-check";
import type { PlainConnection } from "./slow-matching.ts";

/** The generators in this file use only few different values, so generated rows often overlap and hide each other. */
const HOSTS = { 4: (host: number) => `10.0.0.${host}`, 6: (host: number) => `2001:db8::${host.toString(16)}` } as const;
const NETWORK = { 4: 0x0a000000n, 6: 0x20010db8n << 96n } as const;
const PORTS = [0, 22, 23, 80, 443, 65_535] as const;
const INTERFACES = ["eth0", "eth1", "veth1"] as const;

const host = fc.integer({ min: 0, max: 9 });
const family = fc.constantFrom<4 | 6>(4, 6);

const addressMember = (of: 4 | 6) =>
  fc.oneof(
    { weight: 6, arbitrary: host.map((at) => ({ address: HOSTS[of](at) })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(host, host)
        .map((ends) => ({ address: [Math.min(...ends), Math.max(...ends)].map(HOSTS[of]).join("-") })),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        { address: of === 4 ? "10.0.0.0/29" : "2001:db8::/125" },
        { address: of === 4 ? "0.0.0.0/0" : "::/0" },
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom({ object: "group" }, { object: "hosts" }) },
  );

const port = fc.constantFrom(...PORTS);
const portRange = fc.tuple(port, port).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
const serviceMember = fc.oneof(
  fc.record(
    {
      protocol: fc.constantFrom(6, 17),
      ports: fc.array(portRange, { minLength: 1, maxLength: 2 }),
      sourcePorts: fc.array(portRange, { minLength: 1, maxLength: 1 }),
    },
    { requiredKeys: ["protocol"] },
  ),
  fc.constantFrom(
    { protocol: null },
    { protocol: 47 },
    { protocol: 1 },
    { protocol: 58 },
    { protocol: 1, icmpType: 8 },
    { protocol: 58, icmpType: 128, icmpCode: 0 },
    { object: "services" },
  ),
);

const terms = <Member>(member: fc.Arbitrary<Member>) =>
  fc.array(fc.record({ negated: fc.boolean(), members: fc.array(member, { minLength: 1, maxLength: 2 }) }), {
    maxLength: 2,
  });
const interfaceTerms = fc.array(
  fc.record({
    negated: fc.boolean(),
    members: fc.array(
      fc.constantFrom({ name: "eth0" }, { name: "eth1" }, { name: "eth", prefix: true }, { name: "", prefix: true }),
      { minLength: 1, maxLength: 1 },
    ),
  }),
  { maxLength: 1 },
);

/**
 * Generates snapshots with the policies p0 to p3. A policy calls only policies with a higher number. With `unsure`,
 * some rows and objects are marked as not understood.
 */
export function randomSnapshots(unsure: boolean): fc.Arbitrary<readonly SnapshotPart[]> {
  const rowOf = (policy: number) =>
    family.chain((of) =>
      fc
        .record({
          action: fc.constantFrom(
            "ACCEPT" as const,
            "DROP" as const,
            "REJECT" as const,
            "RETURN" as const,
            "NONE" as const,
            ...(policy < 3 ? (["JUMP", "GOTO", "JUMP"] as const) : []),
          ),
          next: fc.integer({ min: Math.min(policy + 1, 3), max: 3 }),
          disabled: fc.integer({ max: 9, min: 0 }).map((one) => one === 0),
          exact: fc.integer({ max: 5, min: 0 }).map((one) => !unsure || one > 0),
          connections: fc.constantFrom(
            "all" as const,
            "all" as const,
            "all" as const,
            "tracked" as const,
            "untracked" as const,
            "none" as const,
          ),
          untracks: fc.boolean(),
          families: fc.constantFrom<[4] | [6] | [4, 6]>([4], [6], [4, 6]),
          source: terms(addressMember(of)),
          destination: terms(addressMember(of)),
          service: terms(serviceMember),
          inInterface: interfaceTerms,
          outInterface: interfaceTerms,
          sourceZones: fc.constantFrom([], [], ["inside"], ["veth1"]),
          schedules: fc.constantFrom(...(unsure ? [[], [], ["nights"]] : [[]])),
        })
        .map(({ next, ...row }) => ({
          ...row,
          untracks: row.action === "NONE" && row.untracks,
          ...(row.action === "JUMP" || row.action === "GOTO" ? { target: `p${next}` } : {}),
        })),
    );
  const policyOf = (policy: number) =>
    fc.array(rowOf(policy), { maxLength: 6 }).map((rows) => ({
      ...{ kind: "policy", name: `p${policy}`, displayName: `Policy ${policy}`, policyType: "SECURITY" },
      rows: rows.map((row, index) => ({ ...row, number: index + 1 })),
    }));
  const entry = fc.record({
    interface: fc.constantFrom(null, null, "eth0", "eth1"),
    direction: fc.constantFrom(
      "IN" as const,
      "FORWARD" as const,
      "FORWARD" as const,
      "OUT" as const,
      "INPUT" as const,
      "OUTPUT" as const,
    ),
    families: fc.constantFrom<[4] | [4, 6]>([4], [4, 6]),
    policies: fc.constantFrom(["p0"], ["p1"], ["p0", "p2"]),
  });
  const unknown = unsure ? [{ notUnderstood: "host.example" }] : [];
  const objects = {
    kind: "objects",
    objects: [
      {
        kind: "network",
        name: "hosts",
        type: "GROUP",
        members: [{ address: "10.0.0.1" }, { address: "2001:db8::3-2001:db8::5" }],
      },
      {
        kind: "network",
        name: "group",
        type: "GROUP",
        members: [{ object: "hosts" }, { address: "10.0.0.7" }, ...unknown],
      },
      {
        kind: "service",
        name: "services",
        type: "GROUP",
        members: [{ protocol: 6, ports: [[22, 80]] }, { protocol: 17, sourcePorts: [[23, 443]] }, ...unknown],
      },
    ],
  };
  return fc
    .tuple(policyOf(0), policyOf(1), policyOf(2), policyOf(3), fc.array(entry, { minLength: 1, maxLength: 4 }))
    .map(([p0, p1, p2, p3, entries]) => {
      const interfaces = INTERFACES.map((name) => ({
        name,
        displayName: name,
        zones: name === "eth0" ? ["inside"] : [],
      }));
      const parts = [p0, p1, p2, p3, objects, { kind: "interfaces", interfaces, entries }];
      return parts.map((part) => SnapshotPart.parse(part));
    });
}

export const aConnection: fc.Arbitrary<PlainConnection> = family.chain((of) =>
  fc
    .record({
      from: fc.constantFrom<string | null>(...INTERFACES, null),
      to: fc.constantFrom<string | null>(...INTERFACES, null),
      source: host.map((at) => NETWORK[of] + BigInt(at)),
      destination: host.map((at) => NETWORK[of] + BigInt(at)),
      protocol: fc.constantFrom(6, 6, 17, 1, 58, 47),
      port: fc.constantFrom(
        ...PORTS.flatMap((one) => [one, Math.min(one + 1, 65_535)]),
        8 * 256,
        128 * 256,
        128 * 256 + 1,
      ),
      sourcePort: fc.constantFrom(...PORTS.flatMap((one) => [one, Math.min(one + 1, 65_535)])),
    })
    .filter(({ from, to }) => from !== null || to !== null)
    .map(({ port: selector, ...rest }) => ({ ...rest, family: of, selector: rest.protocol === 47 ? 0 : selector })),
);
