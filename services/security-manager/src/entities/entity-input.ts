import type { FieldError } from "@network-access/service-runtime/failure";
import { z } from "zod";
import type { PutEntityName } from "../siql/schema/entities.ts";
import type { PutEntity } from "./put-entity.ts";
import { countIntervals } from "./read-connection.ts";

/**
 * The limits of a list of entities. `MOST_LISTED` is the maximum number of entities. `MOST_LISTED_INTERVALS` is the
 * maximum number of address and service intervals of all entities together.
 */
export const MOST_LISTED = 1_000;
export const MOST_LISTED_INTERVALS = 100_000;
/** The limits of one application or application group. */
const MOST_INTERVALS = 2_000;
const MOST_CONNECTIONS = 200;
const MOST_OPERANDS = 50;
const MOST_APPLICATIONS = 1_000;

/** Returns the schema of a text of at most `most` characters that can be stored unchanged. */
function text(most: number) {
  return z.string().max(most).refine(isStorable, "must be Unicode without the character U+0000");
}

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;

const EntityId = z
  .string()
  .regex(ID, "must be 1 to 128 letters, digits and . _ : @ - of ASCII, and begin with a letter or digit")
  .meta({ description: "Unique among the entities of its kind and device.", examples: ["crm"] });

const attributes = {
  name: text(255).min(1).optional().meta({ description: "The id when left out." }),
  displayName: text(255).min(1).optional().meta({ description: "The name when left out." }),
  device: z.int().min(1).max(999_999_999).nullable().default(null).meta({ description: "The id of its device." }),
  comment: text(4_096).default(""),
};

function operands(examples: readonly string[]) {
  const operand = text(100).min(1).meta({ examples });
  return z
    .union([operand.transform((one) => [one]), z.array(operand).min(1).max(MOST_OPERANDS)])
    .meta({ description: "One operand as SIQL compares with, or several." });
}

const Connection = z
  .strictObject({
    source: operands(["10.0.0.0/8", "any"]),
    destination: operands(["192.0.2.10-192.0.2.20"]),
    service: operands(["tcp/443"]),
    comment: text(1_024).default(""),
  })
  .meta({ id: "ConnectionInput" });

const plain = z.strictObject(attributes).meta({ id: "EntityInput" });
const application = plain
  .extend({ connections: z.array(Connection).max(MOST_CONNECTIONS).default([]) })
  .meta({ id: "ApplicationInput" });
const group = plain
  .extend({
    applications: z
      .array(EntityId)
      .max(MOST_APPLICATIONS)
      .default([])
      .meta({ description: "Ids of applications: those of the group's device, and those of none." }),
  })
  .meta({ id: "ApplicationGroupInput" });
const LISTED = { id: EntityId };

interface Written {
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  readonly device: number | null;
  readonly comment: string;
  readonly connections?: PutEntity["connections"];
  readonly applications?: readonly string[];
}
interface Listed extends Written {
  readonly id: string;
}

const INPUTS = { plain, application, applicationgroup: group };
const LISTED_INPUTS = {
  plain: plain.extend(LISTED).meta({ id: "ListedEntityInput" }),
  application: application.extend(LISTED).meta({ id: "ListedApplicationInput" }),
  applicationgroup: group.extend(LISTED).meta({ id: "ListedApplicationGroupInput" }),
};

/** Returns the schema of the body of a request that puts one entity. */
export function entityInput(kind: PutEntityName): z.ZodType<Written> {
  return INPUTS[isOwn(kind) ? kind : "plain"];
}

/**
 * Returns the schema of one element in a list of entities. In addition to the members of `entityInput`, an element
 * contains the id of the entity.
 */
export function listedEntityInput(kind: PutEntityName): z.ZodType<Listed> {
  return LISTED_INPUTS[isOwn(kind) ? kind : "plain"];
}

/**
 * Reports whether entities of this kind have connections or applications in addition to the attributes that all kinds
 * have.
 */
function isOwn(kind: PutEntityName): kind is "application" | "applicationgroup" {
  return kind === "application" || kind === "applicationgroup";
}

/**
 * The result of reading an entity. `intervals` is the number of address and service intervals that were counted in the
 * entity's connections. The entities of a list may have at most `MOST_LISTED_INTERVALS` intervals together.
 */
export type EntityReading =
  | { readonly ok: true; readonly entity: PutEntity; readonly intervals: number }
  | { readonly ok: false; readonly fields: readonly FieldError[]; readonly intervals: number };

/** The most errors of one entity that a response lists. */
const MOST_ERRORS = 20;

/**
 * Reads an entity that a client sent. With `pathId`, `written` is the body of a request and `pathId` is the id of the
 * entity. Without `pathId`, `written` is an element of a list and contains the id. Refuses the entity if its
 * connections have more than `left` intervals of addresses and services.
 */
export function readEntity(kind: PutEntityName, written: unknown, left: number, pathId?: string): EntityReading {
  const read = (pathId === undefined ? listedEntityInput(kind) : entityInput(kind)).safeParse(written);
  const id = pathId === undefined ? undefined : EntityId.safeParse(pathId);
  const issues = [...issuesOf(id, "id"), ...issuesOf(read)];
  if (!read.success || issues.length > 0) return refused(issues);
  return entityOf(kind, { ...read.data, id: pathId ?? (read.data as Listed).id }, left);
}

function issuesOf(read: z.ZodSafeParseResult<unknown> | undefined, ...within: string[]): FieldError[] {
  const issues = read?.error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: [...within, ...path.map(String)].join("."), message }));
}

function refused(fields: readonly FieldError[], intervals = 0): EntityReading {
  return { ok: false, fields: fields.slice(0, MOST_ERRORS), intervals };
}

function entityOf(kind: PutEntityName, written: Listed, left: number): EntityReading {
  const { id, name = id, displayName = name, device: deviceId, comment, connections = [] } = written;
  if (connections.length > 0 && left <= 0) return tooManyListed(0);
  const counted = countIntervals(connections, Math.min(MOST_INTERVALS, left));
  const { intervals } = counted;
  if (!counted.ok) return refused(counted.fields, intervals);
  if (intervals > MOST_INTERVALS) {
    const message = `have more than ${MOST_INTERVALS} intervals of addresses and services; name fewer or larger ones`;
    return refused([{ path: "connections", message }], intervals);
  }
  if (intervals > left) return tooManyListed(intervals);
  const applications = [...new Set(written.applications)];
  return {
    ok: true,
    entity: { kind, id, deviceId, name, displayName, comment, connections, applications },
    intervals,
  };
}

function tooManyListed(intervals: number): EntityReading {
  const message = `the list has more than ${MOST_LISTED_INTERVALS} intervals of addresses and services; send the rest in another one`;
  return refused([{ path: "connections", message }], intervals);
}
