import { z } from "zod";
import type { PutEntityName } from "../../siql/schema/entities.ts";
import { ID } from "./scalars.ts";

const operands = z.array(z.string());

const ConnectionAnswer = z
  .object({
    source: operands,
    destination: operands,
    service: operands,
    comment: z.string(),
    truncated: z.boolean().optional().meta({ description: "True where a list is cut after 20 operands." }),
  })
  .meta({ id: "Connection" });

const attributes = {
  id: z.string(),
  matchId: z.string(),
  domainId: ID,
  name: z.string(),
  displayName: z.string(),
  device: ID.nullable(),
  comment: z.string(),
  ndDevice: z
    .object({ id: ID, name: z.string() })
    .optional()
    .meta({ description: "Its device; left out where it has none." }),
  truncated: z.boolean().optional().meta({ description: "True where searches show a part of its lists alone." }),
};

const EntityAnswer = z.object(attributes).meta({ id: "Entity" });
const ApplicationAnswer = z
  .object({ ...attributes, connections: z.array(ConnectionAnswer) })
  .meta({ id: "Application" });
const ApplicationGroupAnswer = z
  .object({ ...attributes, applications: z.array(z.string()) })
  .meta({ id: "ApplicationGroup" });

/** The records of entities that clients put. */
export const ENTITY_ANSWERS = {
  ...{ asset: EntityAnswer, application: ApplicationAnswer, applicationgroup: ApplicationGroupAnswer },
  ...{ addressbook: EntityAnswer, scope: EntityAnswer, vendortag: EntityAnswer, urlmatcher: EntityAnswer },
  ...{ appobj: EntityAnswer, profileobj: EntityAnswer, userobj: EntityAnswer },
} satisfies Readonly<Record<PutEntityName, z.ZodType>>;
