import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import { MOST_PROPERTIES } from "../../documentation/custom-property.ts";
import { documentFoundRules } from "../../documentation/document-found-rules.ts";
import { documentRule } from "../../documentation/document-rule.ts";
import { documentationRecord } from "../../documentation/documentation-record.ts";
import type { PropertyStore } from "../../documentation/property-store.ts";
import {
  MOST_CHARACTERS,
  MOST_TEXTS,
  VALUE_MEMBERS,
  type ValueMember,
} from "../../documentation/read-property-value.ts";
import type { SentValue } from "../../documentation/read-sent-values.ts";
import type { RuleNoteStore } from "../../notes/rule-note-store.ts";
import { MOST_CHARACTERS as QUERY_CHARACTERS } from "../../siql/language/parse-query.ts";
import { QueryErrorAnswer } from "../answers/error-answer.ts";
import { DocumentationAnswer } from "../answers/note-answer.ts";
import { COUNT, UUID } from "../answers/scalars.ts";
import { checkDomain, DEVICE_IN_PATH, DOMAIN_PATH, findDevice, findWritableDevice, READING } from "../device-routes.ts";
import type { EstateRoute } from "../estate-route.ts";
import { failed } from "../failed.ts";
import { notFound, readBody } from "../read-body.ts";
import { searchRefusal } from "../search-failure.ts";

type BulkNeeds = Parameters<typeof documentFoundRules>[0];

interface Needs extends BulkNeeds {
  readonly properties: PropertyStore;
  readonly notes: RuleNoteStore;
  readonly knownRules: (deviceId: number) => Promise<(ruleId: string) => boolean>;
}

/** The schema of members that clients may copy from a response into a request. The service ignores these members. */
const ignored = z.union([z.string(), z.int(), z.null()]).optional();
const keyed = z.looseObject({ key: z.string().max(64) });

const text = z.string().max(MOST_CHARACTERS);
const VALUES = {
  stringval: text.nullable().optional(),
  stringarray: z.array(text).max(MOST_TEXTS).nullable().optional(),
  integerval: z.int().nullable().optional(),
  booleanval: z.boolean().nullable().optional(),
  dateval: z.string().max(64).nullable().optional().meta({ description: "A date, or a time with its offset." }),
  usernameval: text.nullable().optional(),
} satisfies Record<ValueMember, z.ZodType>;

const SentProperty = z
  .strictObject({
    key: z.string().max(64).optional(),
    customProperty: keyed.optional().meta({ description: "Stands for `key`, as it is answered." }),
    ruleCustomPropertyDefinition: keyed.optional().meta({ description: "Stands for `key`." }),
    ruleId: ignored,
    ...VALUES,
  })
  .refine(({ key, customProperty, ruleCustomPropertyDefinition: other }) => key ?? customProperty ?? other, {
    path: ["key"],
    message: "is missing",
  })
  .refine((sent) => VALUE_MEMBERS.filter((member) => sent[member] !== undefined).length <= 1, {
    message: `takes one of ${VALUE_MEMBERS.join(", ")}`,
  });

const DocumentationInput = z.strictObject({
  ruleId: z.string().max(64),
  props: z.array(SentProperty).max(400),
  ...{ deviceId: ignored, createDate: ignored, lastUpdated: ignored, lastRevisionDate: ignored },
  expirationDate: ignored,
});

const BulkProperty = z
  .strictObject({
    id: z.int().min(1).optional(),
    key: z.string().max(64).optional(),
    value: z.union([text, z.array(text).max(MOST_TEXTS), z.int(), z.boolean(), z.null()]),
    action: z.literal("REPLACE").default("REPLACE"),
  })
  .refine(({ id, key }) => (id === undefined) !== (key === undefined), {
    message: "is named by its id or by its key",
  });

const BulkInput = z.strictObject({
  siql: z
    .string()
    .min(1)
    .max(QUERY_CHARACTERS)
    .meta({ examples: ["device{id = 5} AND rule{name ~ 'web'}"] }),
  deviceId: z
    .union([z.int().min(1), z.string().regex(/^[1-9]\d{0,8}$/)])
    .nullish()
    .meta({ description: "Only rules of this device." }),
  props: z.array(BulkProperty).max(MOST_PROPERTIES),
  deleteExpirationDate: z.boolean().default(false).meta({ description: "Removes the value of `expirationDate`." }),
});

/** Routes for the documentation of rules. */
export function documentationRoutes(needs: Needs): readonly EstateRoute[] {
  const { properties, notes, knownRules } = needs;
  const path = `${DOMAIN_PATH}/device/:id`;
  return [
    {
      ...{ takes: ["user", "person"], needs: [{ access: "write", permission: "ruleDocumentation" }] },
      ...{ method: "PUT", path: `${path}/ruledoc` },
      description: {
        ...{ id: "documentRule", summary: "Changes the documentation of a rule", path: DEVICE_IN_PATH },
        details:
          "A value stands in the member of its type. Null, or no value, removes one; properties that are not sent keep theirs. Searches find it a few seconds later.",
        ...{ body: DocumentationInput, answers: { 200: DocumentationAnswer } },
      },
      async handle(request, caller) {
        const device = await findWritableDevice(needs, request.params, caller);
        const { ruleId, props } = await readBody(request, DocumentationInput);
        const change = { deviceId: device.id, ruleId: ruleId.toLowerCase(), values: props.map(sentValue) };
        const documented = await documentRule(needs, change);
        if (!documented.ok) throw failed(documented.failure);
        return json(200, await read(device.id, change.ruleId));
      },
    },
    {
      ...{ takes: ["user", "person"], needs: [{ access: "write", permission: "ruleDocumentation" }] },
      ...{ method: "PUT", path: `${DOMAIN_PATH}/ruledoc/bulk` },
      description: {
        ...{ id: "documentFoundRules", summary: "Changes the documentation of the rules that a query finds" },
        details: "At most 10,000 rules. Also takes write on a group that holds each of their devices.",
        ...{ body: BulkInput, errors: { 400: QueryErrorAnswer }, answers: { 200: z.object({ updated: COUNT }) } },
      },
      async handle(request, caller) {
        checkDomain(request.params);
        const { siql, deviceId, props, deleteExpirationDate } = await readBody(request, BulkInput);
        const sent = props.map(({ id, key = "", value }) => ({ property: id ?? key, member: undefined, value }));
        const removed = { property: "expirationDate", member: undefined, value: null };
        const documented = await documentFoundRules(needs, caller, {
          ...{ q: siql, deviceId: typeof deviceId === "string" ? Number(deviceId) : (deviceId ?? null) },
          values: deleteExpirationDate ? [...sent, removed] : sent,
        });
        if (documented.ok) return json(200, { updated: documented.rules });
        if (documented.failure.kind === "invalid-query") throw searchRefusal(documented.failure, "siql");
        throw failed(documented.failure);
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/rule/:rule/ruledoc` },
      description: {
        ...{ id: "readRuleDocumentation", summary: "The documentation of a rule" },
        ...{
          path: { ...DEVICE_IN_PATH, rule: UUID.meta({ description: "The id of the rule." }) },
          answers: { 200: DocumentationAnswer },
        },
      },
      async handle({ params }, caller) {
        const { device } = await findDevice(needs, params, caller);
        const ruleId = (params.rule ?? "").toLowerCase();
        const has = await knownRules(device.id);
        if (!has(ruleId)) throw notFound();
        return json(200, await read(device.id, ruleId));
      },
    },
  ];

  async function read(deviceId: number, ruleId: string): Promise<object> {
    const [note, all] = await Promise.all([notes.read([ruleId]), properties.list()]);
    return documentationRecord(deviceId, ruleId, note.get(ruleId), all);
  }
}

function sentValue(sent: z.output<typeof SentProperty>): SentValue {
  const property = sent.key ?? sent.customProperty?.key ?? sent.ruleCustomPropertyDefinition?.key ?? "";
  const member = VALUE_MEMBERS.find((one) => sent[one] !== undefined);
  return { property, member, value: member === undefined ? null : sent[member] };
}
