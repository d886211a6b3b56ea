import { z } from "zod";

/**
 * A device as a configuration reader understood it, in parts. A part refers to policies, objects and interfaces of the
 * same snapshot by name. `libs/estate-model` says what the parts denote.
 */
export const SNAPSHOT_SCHEMA = "device-snapshot.v1";

/** The bounds of one part. A longer list or text is divided into several parts. */
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

/** A member that the configuration reader could not understand. This member may mean anything. */
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

/** The union of the members, or the complement of this union. */
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
   * The new source addresses. If this member is left out, the source stays unchanged. `destination` and `service` have
   * the corresponding meaning.
   */
  source: z.array(addressMember).min(1).max(10_000).optional(),
  destination: z.array(addressMember).min(1).max(10_000).optional(),
  service: z.array(serviceMember).min(1).max(10_000).optional(),
  /** True if the new source is the address of the interface through which the packet leaves. */
  sourceIsInterface: z.boolean().default(false),
  /** Whether connections to the new source address are also translated, to the original source address. */
  bidirectional: z.boolean().default(false),
});

const row = z.strictObject({
  /** The position of the line in its policy, as the device numbers its lines, from 1. */
  number: z.int().min(1).max(10_000_000),
  name: z.string().max(512).default(""),
  comment: shortText.default(""),
  action: z.enum(["ACCEPT", "DROP", "REJECT", "JUMP", "GOTO", "RETURN", "NONE"]),
  /** The policy that is evaluated next if the action is JUMP or GOTO. */
  target: name.optional(),
  disabled: z.boolean().default(false),
  log: z.boolean().default(false),
  /** True if the row describes the default behaviour of the device, for which its configuration has no line. */
  implicit: z.boolean().default(false),
  /**
   * False if the configuration reader did not understand one of the rule's conditions. The conditions in this row then
   * match more traffic than the rule does, never less.
   */
  exact: z.boolean().default(true),
  /**
   * Which new connections the row applies to: all of them, only tracked ones (which the device tracks), or only
   * untracked ones. "none" means that the row applies to established traffic only.
   */
  connections: z.enum(["all", "tracked", "untracked", "none"]).default("all"),
  /**
   * True if the device does not track the connections that the row matches. The packets of these connections continue
   * with the next row.
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
  /** Only for rows that translate, in policies of the type NAT. */
  translation: translation.optional(),
});

const policyPart = z.strictObject({
  kind: z.literal("policy"),
  /**
   * The name of the policy, which is unique in the snapshot. A policy may be sent in several parts, which follow each
   * other and differ only in their rows.
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
 * The policies that apply to connections at one point of their path through the device. A connection passes if every
 * entry on its path lets it pass.
 */
const entry = z.strictObject({
  /** Null means every interface. */
  interface: name.nullable(),
  /**
   * A connection through the device is processed first by the entries with IN, then by those with FORWARD, and last by
   * those with OUT. Entries with INPUT process connections to the device itself. Entries with OUTPUT process
   * connections from the device itself.
   */
  direction: z.enum(["IN", "OUT", "FORWARD", "INPUT", "OUTPUT"]),
  families,
  /**
   * The policies apply in this order. The policies of an entry all have the same type: either all of them translate
   * addresses (NAT), or all of them allow or deny connections.
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

/** A piece of the configuration, without its secrets. Pieces of one file follow each other. */
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
