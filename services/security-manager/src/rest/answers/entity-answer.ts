import { z } from "zod";
import type { PutEntityName } from "../../siql/schema/entities.ts";
import { COUNT, ID } from "./scalars.ts";

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

/** The schema of an entity's record in responses, by the kind of the entity. */
export const ENTITY_ANSWERS = {
  ...{ asset: EntityAnswer, application: ApplicationAnswer, applicationgroup: ApplicationGroupAnswer },
  ...{ addressbook: EntityAnswer, scope: EntityAnswer, vendortag: EntityAnswer, urlmatcher: EntityAnswer },
  ...{ appobj: EntityAnswer, profileobj: EntityAnswer, userobj: EntityAnswer },
} satisfies Readonly<Record<PutEntityName, z.ZodType>>;

const SEARCHABLE = z.boolean().meta({
  description: "False while the index is away; searches find it within 20 s after the index is back.",
});

const [EntityPutAnswer, ApplicationPutAnswer, ApplicationGroupPutAnswer] = [
  EntityAnswer.extend({ searchable: SEARCHABLE }).meta({ id: "EntityPut" }),
  ApplicationAnswer.extend({ searchable: SEARCHABLE }).meta({ id: "ApplicationPut" }),
  ApplicationGroupAnswer.extend({ searchable: SEARCHABLE }).meta({ id: "ApplicationGroupPut" }),
];

/** The schema of the response to a request that puts one entity, by the kind of the entity. */
export const PUT_ANSWERS = {
  ...{ asset: EntityPutAnswer, application: ApplicationPutAnswer, applicationgroup: ApplicationGroupPutAnswer },
  ...{ addressbook: EntityPutAnswer, scope: EntityPutAnswer, vendortag: EntityPutAnswer, urlmatcher: EntityPutAnswer },
  ...{ appobj: EntityPutAnswer, profileobj: EntityPutAnswer, userobj: EntityPutAnswer },
} satisfies Readonly<Record<PutEntityName, z.ZodType>>;

const RefusedAnswer = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
/** The schema of the response to a request that puts a list of entities. `results` has one result for each entity. */
export const ListPutAnswer = z
  .object({
    ...{ taken: COUNT, refused: COUNT, searchable: SEARCHABLE },
    results: z
      .array(
        z.object({
          id: z.string().nullable().meta({ description: "Null where it can't be read." }),
          device: ID.nullable(),
          taken: z.boolean(),
          refusal: RefusedAnswer.nullable(),
        }),
      )
      .meta({ description: "One for each element, in the order of the list." }),
  })
  .meta({ id: "EntityListPut" });
