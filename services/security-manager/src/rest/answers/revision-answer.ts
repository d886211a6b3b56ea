import { z } from "zod";
import type { Change } from "../../revisions/revision.ts";
import { COUNT, ID, TIME, UUID } from "./scalars.ts";

const counted = z.object({ added: COUNT, removed: COUNT, changed: COUNT });

export const RevisionAnswer = z
  .object({
    id: ID,
    domainId: ID,
    deviceId: ID,
    configuredAt: TIME.meta({ description: "When the device had this configuration." }),
    createdAt: TIME,
    createdBy: z.string(),
    searchable: z.boolean().meta({ description: "Whether searches find or found its rows." }),
    state: z.enum(["PENDING", "SEARCHABLE", "OVERTAKEN", "REFUSED"]).meta({
      description:
        "`PENDING`: not all rows are written. `OVERTAKEN`: a newer revision came first. `REFUSED`: it can't be made.",
    }),
    attempts: COUNT.meta({
      description:
        "How often writing its rows was begun. More than one while `PENDING`: it failed, and is tried again.",
    }),
    notUnderstood: COUNT.meta({ description: "How many lines of the configuration were not understood." }),
    changes: z
      .object({ rules: counted, objects: counted, routes: counted })
      .nullable()
      .meta({ description: "Against the revision before; null until they are known." }),
  })
  .meta({ id: "Revision" });

/** One entry of a change log. */
export const ChangeAnswer = z
  .object({
    change: z.enum(["ADDED", "REMOVED", "CHANGED"]),
    kind: z.enum(["rule", "network", "service", "schedule", "route"]),
    id: UUID.optional().meta({ description: "Of rules." }),
    policy: z.string().optional().meta({ description: "Of rules." }),
    name: z.string().meta({
      description: "The name of an object, the number and name of a rule, the destination of a route.",
    }),
  })
  .meta({ id: "Change" }) satisfies z.ZodType<Omit<Change, "id" | "policy">>;
