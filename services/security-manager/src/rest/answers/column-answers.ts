import { z } from "zod";
import { UUID } from "./scalars.ts";

/** This file has the schemas of the objects in a rule's columns, such as its sources and services. */

const HITS = z.int().min(0).optional().meta({ description: "With `fields(objUsage())`: its hits in the period." });

const TRUNCATED = z.boolean().optional().meta({ description: "True where there are more than are listed." });
export const ADDRESSES = z.array(z.object({ address: z.string() }));

export const SERVICES = z.array(
  z.object({
    type: z.string().meta({ examples: ["TCP"] }),
    protocol: z.int().nullable().meta({ description: "The IP protocol number; null for every protocol." }),
    startPort: z.int().optional(),
    endPort: z.int().optional(),
    sourcePorts: z
      .string()
      .optional()
      .meta({ examples: ["1024-65535"] }),
    formattedValue: z.string().meta({ examples: ["tcp/443"] }),
  }),
);

const common = {
  matchId: UUID,
  name: z.string(),
  displayName: z.string(),
  type: z.string().optional(),
  negated: z.boolean().optional().meta({ description: "True where the column has what is not in the object." }),
  truncated: TRUNCATED,
  hitcount: HITS,
};

export const AddressObjectAnswer = z
  .object({
    ...common,
    addresses: ADDRESSES.optional(),
    networkType: z.string().optional(),
    fqdn: z.string().optional(),
  })
  .meta({ id: "AddressObject" });

export const ServiceObjectAnswer = z
  .object({ ...common, services: SERVICES.optional() })
  .meta({ id: "ServicesObject" });

/** An application, user, profile, URL matcher, schedule or zone of a rule. */
export const NamedObjectAnswer = z
  .object({
    matchId: UUID.optional().meta({ description: "Missing for zones." }),
    name: z.string(),
    displayName: z.string(),
    type: z.string().optional(),
    hitcount: HITS,
  })
  .meta({ id: "NamedObject" });

/** The members that the records of all kinds of objects have. */
export const OBJECT = {
  ...{ matchId: UUID, uid: UUID, name: z.string(), displayName: z.string(), comment: z.string() },
};
export const LISTED = { truncated: TRUNCATED };
/** The device of a row. */
export const OF_DEVICE = { ndDevice: z.object({ id: z.int().min(1), name: z.string() }) };
