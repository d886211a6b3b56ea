import { z } from "zod";

/**
 * The format of a snapshot, which describes a device as a configuration reader understood it. A snapshot consists of
 * parts. A part refers by name to policies, objects and interfaces of the same snapshot. `libs/estate-model` defines
 * what the parts mean.
 */
export const SNAPSHOT_SCHEMA = "device-snapshot.v1";

/** The maximum size of one part. A longer list or text is split into several parts. */
export const PART_BOUNDS = {
  rows: 2_000,
  objects: 5_000,
  interfaces: 10_000,
  entries: 20_000,
  routes: 10_000,
  notUnderstood: 10_000,
  textBytes: 4 * 1_024 * 1_024,
} as const;

const name = z.string().min(1).max(512);
const names = z.array(name).max(1_000);
const shortText = z.string().max(4_096);

/** An address, a CIDR, or a range such as "10.0.0.1-10.0.0.9". */
const addressText = z.string().min(1).max(100);

/** A member that the configuration reader did not understand. It may stand for any addresses or services. */
const unknownMember = z.strictObject({ notUnderstood: shortText });
const objectMember = z.strictObject({ object: name });

const addressMember = z.union([z.strictObject({ address: addressText }), objectMember, unknownMember]);

const port = z.int().min(0).max(65_535);
const ports = z
  .array(z.tuple([port, port]).refine(([first, last]) => first <= last, "begins after it ends"))
  .min(1)
  .max(1_000);

const serviceMember = z.union([
  z.strictObject({
    /** The IP protocol number; null means every protocol. */
    protocol: z.int().min(0).max(255).nullable(),
    /** The destination ports, of TCP and UDP only. If this member is left out, it means all ports. */
    ports: ports.optional(),
    /** The source ports, of TCP and UDP only. If this member is left out, it means all ports. */
    sourcePorts: ports.optional(),
    /** The type and code of ICMP (protocol 1 or 58). A member that is left out means all values. */
    icmpType: z.int().min(0).max(255).optional(),
    icmpCode: z.int().min(0).max(255).optional(),
  }),
  objectMember,
  unknownMember,
]);

/**
 * A set of addresses: the union of `members`, or the complement of this union if `negated` is true. `serviceTerm` and
 * `interfaceTerm` work in the same way.
 */
const addressTerm = z.strictObject({
  negated: z.boolean().default(false),
  members: z.array(addressMember).min(1).max(100_000),
});
const serviceTerm = z.strictObject({
  negated: z.boolean().default(false),
  members: z.array(serviceMember).min(1).max(100_000),
});
const interfaceTerm = z.strictObject({
  negated: z.boolean().default(false),
  members: z
    .array(
      z.strictObject({
        name: z.string().max(512),
        /** Every interface whose name begins with `name`. */
        prefix: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(1_000),
});

/** All terms must match. An empty list means Any. */
const addressTerms = z.array(addressTerm).max(16).default([]);
const serviceTerms = z.array(serviceTerm).max(16).default([]);
const interfaceTerms = z.array(interfaceTerm).max(16).default([]);

const families = z.union([z.tuple([z.literal(4)]), z.tuple([z.literal(6)]), z.tuple([z.literal(4), z.literal(6)])]);

const translation = z.strictObject({
  type: z.enum(["STATIC", "DYNAMIC", "HIDE"]),
  /**
   * The new source addresses. If this member is missing, the source address is not translated. `destination` and
   * `service` work in the same way.
   */
  source: z.array(addressMember).min(1).max(10_000).optional(),
  destination: z.array(addressMember).min(1).max(10_000).optional(),
  service: z.array(serviceMember).min(1).max(10_000).optional(),
  /** True if the new source is the address of the interface through which the packet leaves. */
  sourceIsInterface: z.boolean().default(false),
  /**
   * True if the reverse direction is also translated: for connections to the new source address, the destination
   * becomes the original source address.
   */
  bidirectional: z.boolean().default(false),
});

const row = z.strictObject({
  /** The number of the row in its policy, as the device numbers its lines, beginning at 1. */
  number: z.int().min(1).max(10_000_000),
  name: z.string().max(512).default(""),
  comment: shortText.default(""),
  action: z.enum(["ACCEPT", "DROP", "REJECT", "JUMP", "GOTO", "RETURN", "NONE"]),
  /** The policy that is evaluated next if the action is JUMP or GOTO. */
  target: name.optional(),
  disabled: z.boolean().default(false),
  log: z.boolean().default(false),
  /** True if the row is not a line of the configuration, but describes default behaviour of the device. */
  implicit: z.boolean().default(false),
  /**
   * False if the configuration reader did not understand one of the rule's conditions. The row then matches all traffic
   * that the rule matches, and possibly more.
   */
  exact: z.boolean().default(true),
  /**
   * The new connections to which the row applies:
   * - "all": every new connection
   * - "tracked": the new connections that the device tracks
   * - "untracked": the new connections that the device does not track
   * - "none": no new connection. The row applies only to established connections.
   */
  connections: z.enum(["all", "tracked", "untracked", "none"]).default("all"),
  /**
   * True if the device does not track the connections that the row matches. These connections are then compared with
   * the next row.
   */
  untracks: z.boolean().default(false),
  families,
  source: addressTerms,
  destination: addressTerms,
  service: serviceTerms,
  inInterface: interfaceTerms,
  outInterface: interfaceTerms,
  sourceZones: names.default([]),
  destinationZones: names.default([]),
  users: names.default([]),
  applications: names.default([]),
  profiles: names.default([]),
  urlMatchers: names.default([]),
  schedules: names.default([]),
  /** The translation by the row, if there is one. Allowed only in policies of the type NAT. */
  translation: translation.optional(),
});

const policyPart = z.strictObject({
  kind: z.literal("policy"),
  /**
   * The name of the policy, which is unique in the snapshot. A policy may be sent as several consecutive parts. These
   * parts have the same name and type, and differ only in their rows.
   */
  name,
  displayName: name,
  policyType: z.enum(["SECURITY", "NAT"]),
  rows: z.array(row).max(PART_BOUNDS.rows),
});

const networkObject = z.strictObject({
  kind: z.literal("network"),
  name,
  comment: shortText.default(""),
  type: z.enum(["HOST", "NETWORK", "ADDRESS_RANGE", "GROUP", "FQDN"]),
  fqdn: name.optional(),
  members: z.array(addressMember).max(100_000),
});
const serviceObject = z.strictObject({
  kind: z.literal("service"),
  name,
  comment: shortText.default(""),
  type: z.enum(["SERVICE", "GROUP"]),
  members: z.array(serviceMember).max(100_000),
});
const scheduleObject = z.strictObject({
  kind: z.literal("schedule"),
  name,
  comment: shortText.default(""),
  start: z.iso.datetime().optional(),
  end: z.iso.datetime().optional(),
  /** The recurring times of the schedule, as the configuration writes them. */
  periods: z.array(shortText).max(100).default([]),
});

const objectsPart = z.strictObject({
  kind: z.literal("objects"),
  objects: z
    .array(z.discriminatedUnion("kind", [networkObject, serviceObject, scheduleObject]))
    .max(PART_BOUNDS.objects),
});

const networkInterface = z.strictObject({
  /** The name by which rows and routes refer to the interface. */
  name,
  /** The name that people read. */
  displayName: name,
  /** Addresses with the prefix length of their network, such as "10.0.0.1/24". */
  addresses: z.array(addressText).max(10_000).default([]),
  zones: names.default([]),
  virtualRouter: name.default("default"),
  disabled: z.boolean().default(false),
});

/**
 * The policies that apply to connections at one point of their path through the device. The device allows a connection
 * only if all entries on its path let the connection pass.
 */
const entry = z.strictObject({
  /** Null means every interface. */
  interface: name.nullable(),
  /**
   * Determines which connections the entry processes, and in which order:
   * - A connection through the device passes IN, then FORWARD, then OUT.
   * - A connection to the device itself passes IN, then INPUT.
   * - A connection from the device itself passes OUTPUT, then OUT.
   */
  direction: z.enum(["IN", "OUT", "FORWARD", "INPUT", "OUTPUT"]),
  families,
  /**
   * The names of the policies, in the order in which they apply. All policies of an entry have the same type, SECURITY
   * or NAT.
   */
  policies: names.min(1),
});

const interfacesPart = z.strictObject({
  kind: z.literal("interfaces"),
  interfaces: z.array(networkInterface).max(PART_BOUNDS.interfaces),
  entries: z.array(entry).max(PART_BOUNDS.entries),
});

const route = z.strictObject({
  destination: addressText,
  gateway: addressText.optional(),
  interface: name.optional(),
  metric: z.int().min(0).max(4_294_967_295).default(0),
  type: z.enum(["CONNECTED", "LOCAL", "STATIC", "DYNAMIC", "BLACKHOLE"]),
});

const routesPart = z.strictObject({
  kind: z.literal("routes"),
  virtualRouter: name,
  routes: z.array(route).max(PART_BOUNDS.routes),
});

const notUnderstoodPart = z.strictObject({
  kind: z.literal("notUnderstood"),
  lines: z
    .array(
      z.strictObject({
        file: name,
        line: z.int().min(1),
        column: z.int().min(1),
        text: shortText,
        reason: shortText,
      }),
    )
    .max(PART_BOUNDS.notUnderstood),
});

/**
 * A part of the text of a configuration file, without its secrets. A long file has several parts, which are joined in
 * their order.
 */
const textPart = z.strictObject({
  kind: z.literal("text"),
  file: name,
  text: z.string().max(PART_BOUNDS.textBytes),
});

export const SnapshotPart = z
  .discriminatedUnion("kind", [policyPart, objectsPart, interfacesPart, routesPart, notUnderstoodPart, textPart])
  .meta({ id: "SnapshotPart" });

/** A part with its defaults filled in. */
export type SnapshotPart = z.output<typeof SnapshotPart>;
/** A part as a reader writes it. */
export type SnapshotPartInput = z.input<typeof SnapshotPart>;

export type PolicyPart = z.output<typeof policyPart>;
export type SnapshotRow = z.output<typeof row>;
export type SnapshotRowInput = z.input<typeof row>;
export type AddressTerm = z.output<typeof addressTerm>;
export type AddressMember = z.output<typeof addressMember>;
export type ServiceTerm = z.output<typeof serviceTerm>;
export type ServiceMember = z.output<typeof serviceMember>;
export type InterfaceTerm = z.output<typeof interfaceTerm>;
export type SnapshotObject = z.output<typeof objectsPart>["objects"][number];
export type SnapshotInterface = z.output<typeof networkInterface>;
export type SnapshotEntry = z.output<typeof entry>;
export type SnapshotRoute = z.output<typeof route>;
