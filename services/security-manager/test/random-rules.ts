import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import fc from "fast-check";
import { noteComparison } from "./random-notes.ts";

/**
 * The values of random rules and queries. There are only a few, so that queries often find rules. Some ranges begin or
 * end at the first or last address of a family, or at an edge of the IPv4-mapped block.
 */
const ADDRESSES = {
  4: [
    "10.0.0.1",
    "10.0.0.0/24",
    "10.0.0.0/8",
    "10.0.0.5-10.0.0.9",
    "0.0.0.0/0",
    "255.255.255.255",
    "0.0.0.0/1",
    "192.168.1.0/24",
  ],
  6: ["2001:db8::1", "2001:db8::/32", "::/0", "::/97", "::1:0:0:0-2001:db8::5", "fe80::/10"],
} as const;
const PORTS: readonly (readonly [number, number])[] = [
  [80, 80],
  [443, 443],
  [80, 443],
  [0, 65_535],
  [22, 23],
  [8080, 8090],
];
const NAMES = ["", "web", "web server", "FW-1-DMZ", "Accounting's Rule", "a*b", "temporary \\ rule", "é", "WEB"];
/** More port ranges than a record lists for one object (`MOST_PARTS`). */
const MANY_PORTS = Array.from({ length: 22 }, (_, n): [number, number] => [400 + 4 * n, 401 + 4 * n]);
const MANY_ADDRESSES = Array.from({ length: 22 }, (_, n) => `10.0.0.${4 * n}-10.0.0.${4 * n + 1}`);
const ZONES = ["inside", "outside", "dmz"];

const member = (family: 4 | 6) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...ADDRESSES[family]).map((address) => ({ address })) },
    { weight: 2, arbitrary: fc.constantFrom({ object: "hosts" }, { object: "nested" }, { object: "many" }) },
    { weight: 1, arbitrary: fc.constant({ notUnderstood: "host.example" }) },
  );
const service = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      protocol: fc.constantFrom(6, 17),
      ports: fc.constantFrom(...PORTS).map(([low, high]): [number, number][] => [[low, high]]),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      { protocol: null },
      { protocol: 1 },
      { protocol: 1, icmpType: 8 },
      { protocol: 47 },
      { protocol: 6 },
      { object: "web" },
      { object: "many ports" },
      { protocol: 6, ports: MANY_PORTS },
      { notUnderstood: "sctp/80" },
    ),
  },
);
const terms = <Member>(of: fc.Arbitrary<Member>) =>
  fc.array(
    fc.record({
      negated: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
      members: fc.array(of, { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 2 },
  );

const row = fc.constantFrom<4 | 6>(4, 6).chain((family) =>
  fc.record({
    action: fc.constantFrom("ACCEPT" as const, "DROP" as const, "REJECT" as const),
    name: fc.constantFrom(...NAMES),
    comment: fc.constantFrom("", "temporary until friday", "web"),
    disabled: fc.boolean(),
    log: fc.boolean(),
    exact: fc.boolean(),
    families: fc.constantFrom<[4] | [6] | [4, 6]>([family], [4, 6]),
    source: terms(member(family)),
    destination: terms(member(family)),
    service: terms(service),
    sourceZones: fc.constantFrom<string[][]>([], ["inside"], ["outside"], ["inside", "dmz"]),
    destinationZones: fc.constantFrom<string[][]>([], ["dmz"], ["outside"]),
    applications: fc.constantFrom<string[][]>([], [], ["ssh"], ["ssh", "web browsing"]),
  }),
);

/**
 * Generates a device. All connections reach its first policy. In most devices, a row of this policy calls a second
 * policy, which only the connections that match the row reach.
 */
export const randomDevice: fc.Arbitrary<readonly SnapshotPart[]> = fc
  .record({
    before: fc.array(row, { maxLength: 15 }),
    call: fc.option(row, { freq: 4 }),
    after: fc.array(row, { minLength: 1, maxLength: 14 }),
    called: fc.array(row, { minLength: 1, maxLength: 10 }),
  })
  .map(({ before, call, after, called }) => {
    const calls = call ? [{ ...call, action: "JUMP" as const, target: "q" }] : [];
    return { calling: [...before, ...calls, ...after], called: call ? called : [] };
  })
  .map(({ calling, called }) =>
    [
      policy("p", calling, 1),
      ...(called.length > 0 ? [policy("q", called, calling.length + 1)] : []),
      {
        kind: "objects",
        objects: [
          {
            kind: "network",
            name: "hosts",
            type: "GROUP",
            members: [{ address: "10.0.0.1" }, { address: "2001:db8::1" }],
          },
          {
            kind: "network",
            name: "nested",
            type: "GROUP",
            members: [{ object: "hosts" }, { address: "192.168.1.7" }],
          },
          {
            kind: "network",
            name: "many",
            type: "GROUP",
            members: [...MANY_ADDRESSES, "2001:db8::1"].map((address) => ({ address })),
          },
          {
            kind: "service",
            name: "many ports",
            type: "GROUP",
            members: [{ protocol: 6, ports: MANY_PORTS }, { protocol: 17 }],
          },
          {
            kind: "service",
            name: "web",
            type: "GROUP",
            members: [
              {
                protocol: 6,
                ports: [
                  [80, 80],
                  [443, 443],
                ],
              },
            ],
          },
        ],
      },
      {
        kind: "interfaces",
        interfaces: ZONES.map((name) => ({ name, displayName: name })),
        entries: [{ interface: null, direction: "FORWARD", families: [4, 6], policies: ["p"] }],
      },
    ].map((part) => SnapshotPart.parse(part)),
  );

/**
 * Returns a policy whose rows are numbered from `first` on. The numbers are unique in a device, so a number identifies
 * a row.
 */
function policy(name: string, rows: readonly object[], first: number) {
  const numbered = rows.map((one, place) => ({ ...one, number: first + place }));
  return { kind: "policy", name, displayName: `Policy ${name}`, policyType: "SECURITY", rows: numbered };
}

const networks = [
  ..."10.0.0.4,10.0.0.6,10.0.0.85".split(","),
  ...ADDRESSES[4],
  ...ADDRESSES[6],
  "10.*.*.*",
  "10.*.0.5",
  "any",
];
const services = [
  "tcp/400",
  "tcp/403",
  "tcp/484-485",
  "tcp/80",
  "tcp/80-443",
  "udp/443",
  "any",
  "icmp",
  "ip/47",
  "tcp/22-23",
  "tcp/0-65535",
];
const texts = ["web", "", "FW-*-DMZ", "*", "web*", "Accounting\\'s Rule", "a\\*b", "a*b", "*rule", "temp", "é", "\\\\"];

const setOperator = fc.constantFrom("equals", "intersects", "is subset of", "is superset of", "is disjoint from");
const list = (values: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...values).map((one) => `'${one}'`) },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom(...values.filter((one) => one !== "any")), { minLength: 1, maxLength: 3 })
        .map((some) => `(${some.map((one) => `'${one}'`).join(",")})`),
    },
  );
const comparison = fc.oneof(
  { weight: 6, arbitrary: noteComparison },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom("source", "destination"), setOperator, list(networks))
      .map((words) => words.join(" ")),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constant("service"), setOperator, list(services)).map((words) => words.join(" ")),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom("name", "comment", "displayName"),
        fc.constantFrom("=", "!=", "~", "!~"),
        fc.constantFrom(...texts),
      )
      .map(([name, operator, text]) => `${name} ${operator} '${text}'`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom("source.zone", "destination.zone", "application"),
        fc.constantFrom("=", "!=", "~", "!~"),
        fc.constantFrom("inside", "Any", "in*", "dmz", "ssh", "*"),
      )
      .map(([name, operator, text]) => `${name} ${operator} '${text}'`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom("disabled", "log", "exact", "noComment", "approximate"),
        fc.constantFrom("=", "!="),
        fc.constantFrom("true", "false"),
      )
      .map((words) => words.join(" ")),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          "source.any",
          "destination.any",
          "service.any",
          "application.any",
          "source.zone.any",
          "user.any",
        ),
        fc.constantFrom("true", "false"),
      )
      .map(([name, value]) => `${name} = ${value}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "action = 'ACCEPT'",
      "action != 'drop'",
      "action ~ ('DROP', 'reject')",
      "action !~ ('DROP')",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("number > 5", "number <= 3", "number ~ (1, 2, 30)", "number != 4", "order >= 12"),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("source", "service", "name", "application", "comment", "source.zone"),
        fc.constantFrom("is empty", "is not empty", "is null", "is not null"),
      )
      .map((words) => words.join(" ")),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "created is null",
      "created is not null",
      "created ~ date('last 30 days')",
      "created !~ date('last 30 days')",
    ),
  },
);

/** Texts of valid queries on rules. */
export const randomRuleQuery: fc.Arbitrary<string> = fc
  .letrec<{ body: string }>((tie) => ({
    body: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      comparison,
      fc.array(tie("body"), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(" and ")})`),
      fc.array(tie("body"), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(" or ")})`),
    ),
  }))
  .body.chain((body) =>
    fc.constantFrom(
      `rule{${body}}`,
      `rule{${body}}`,
      `rule{${body}} and policy{policyType = 'SECURITY' and parentId is null}`,
      `device{id ~ (2, 3, 4)} and rule{${body}}`,
      `devicegroup{name = 'Group 3'} and rule{${body}}`,
    ),
  );
