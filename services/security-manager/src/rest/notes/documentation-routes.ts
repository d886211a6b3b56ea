import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import { documentRule, type SentValue } from "../../documentation/document-rule.ts";
import { documentationRecord } from "../../documentation/documentation-record.ts";
import type { PropertyStore } from "../../documentation/property-store.ts";
import {
  MOST_CHARACTERS,
  MOST_TEXTS,
  VALUE_MEMBERS,
  type ValueMember,
} from "../../documentation/read-property-value.ts";
import type { RuleNoteStore } from "../../notes/rule-note-store.ts";
import { DocumentationAnswer } from "../answers/note-answer.ts";
import { UUID } from "../answers/scalars.ts";
import { DEVICE_IN_PATH, DOMAIN_PATH, findDevice, findWritableDevice, READING } from "../device-routes.ts";
import type { EstateRoute } from "../estate-route.ts";
import { failed } from "../failed.ts";
import { notFound, readBody } from "../read-body.ts";

interface Needs {
  readonly readEstate: Parameters<typeof findDevice>[0]["readEstate"];
  readonly properties: PropertyStore;
  readonly notes: RuleNoteStore;
  readonly knownRules: (deviceId: number) => Promise<(ruleId: string) => boolean>;
  readonly now: () => Date;
}

/** Members that clients send back as they read them. They change nothing. */
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

/** The documentation of rules. */
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
  const key = sent.key ?? sent.customProperty?.key ?? sent.ruleCustomPropertyDefinition?.key ?? "";
  const member = VALUE_MEMBERS.find((one) => sent[one] !== undefined);
  return { key, member, value: member === undefined ? null : sent[member] };
}
