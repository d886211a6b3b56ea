import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import { propertyRecord } from "../../documentation/custom-property.ts";
import type { PropertyStore } from "../../documentation/property-store.ts";
import { createProperty, removeProperty, updateProperty } from "../../documentation/save-property.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { PropertyAnswer } from "../answers/note-answer.ts";
import { checkDomain, READING } from "../device-routes.ts";
import type { EstateRoute } from "../estate-route.ts";
import { failed } from "../failed.ts";
import { PAGE_PARAMETERS, pageOf, readPage } from "../page.ts";
import { idOf, idParameter, notFound, readBody } from "../read-body.ts";

interface Needs {
  readonly properties: PropertyStore;
  readonly nextPropertyId: () => Promise<number>;
}

const PropertyInput = z.strictObject({
  name: z.string().max(255).trim().min(1),
  key: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
      "must begin with a letter and have letters, digits, _ and - only, 64 at most",
    ),
  type: z.enum(["STRING", "STRING_ARRAY", "INTEGER", "LONG", "BOOLEAN", "DATE"]),
  filterable: z.boolean().default(true),
  disabled: z.boolean().default(false),
});

const DOCUMENTING = {
  takes: ["user", "person"],
  needs: [{ access: "write", permission: "ruleDocumentation" }],
} as const;
const PROPERTY_IN_PATH = { id: idParameter("property") };

/** Routes for the properties that the documentation of rules may have. */
export function propertyRoutes(needs: Needs): readonly EstateRoute[] {
  const { properties } = needs;
  const path = "/securitymanager/api/customproperty/domain/:domain";
  const details = "Takes the permission ruleDocumentation and write on All Devices.";
  return [
    {
      ...{ ...READING, method: "GET", path },
      description: {
        ...{ id: "listCustomProperties", summary: "The properties of rule documentation" },
        query: {
          ...PAGE_PARAMETERS,
          disabled: z.enum(["true", "false"]).optional().meta({ description: "Only disabled ones, or only others." }),
        },
        answers: { 200: listAnswer(PropertyAnswer) },
      },
      async handle({ query, params }) {
        checkDomain(params);
        const page = readPage(query);
        const disabled = query.get("disabled");
        const all = await properties.list();
        const wanted = all.filter((one) => disabled === null || String(one.disabled) === disabled.toLowerCase());
        const { results, ...envelope } = pageOf(wanted, page);
        return json(200, { ...envelope, results: results.map(propertyRecord) });
      },
    },
    {
      ...{ ...DOCUMENTING, method: "POST", path },
      description: {
        ...{ id: "createCustomProperty", summary: "Registers a property", details, body: PropertyInput },
        ...{ answers: { 201: PropertyAnswer }, refuses: [409] },
      },
      async handle(request, caller) {
        checkDomain(request.params);
        const created = await createProperty(needs, caller, await readBody(request, PropertyInput));
        if (!created.ok) throw failed(created.failure);
        return json(201, propertyRecord(created.value));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/:id` },
      description: {
        ...{ id: "readCustomProperty", summary: "A property", path: PROPERTY_IN_PATH },
        answers: { 200: PropertyAnswer },
      },
      async handle({ params }) {
        checkDomain(params);
        const found = (await properties.list()).find((one) => one.id === idOf(params.id));
        if (!found) throw notFound();
        return json(200, propertyRecord(found));
      },
    },
    {
      ...{ ...DOCUMENTING, method: "PUT", path: `${path}/:id` },
      description: {
        ...{
          id: "updateCustomProperty",
          summary: "Changes a property; its type stays",
          path: PROPERTY_IN_PATH,
          details,
        },
        ...{ body: PropertyInput, answers: { 200: PropertyAnswer }, refuses: [409] },
      },
      async handle(request, caller) {
        checkDomain(request.params);
        const input = await readBody(request, PropertyInput);
        const updated = await updateProperty(needs, caller, idOf(request.params.id) ?? 0, input);
        if (!updated.ok) throw failed(updated.failure);
        return json(200, propertyRecord(updated.value));
      },
    },
    {
      ...{ ...DOCUMENTING, method: "DELETE", path: `${path}/:id` },
      description: {
        ...{
          id: "removeCustomProperty",
          summary: "Removes a property and its values",
          path: PROPERTY_IN_PATH,
          details,
        },
        answers: { 204: null },
      },
      async handle({ params }, caller) {
        checkDomain(params);
        const removed = await removeProperty(needs, caller, idOf(params.id) ?? 0);
        if (!removed.ok) throw failed(removed.failure);
        return { status: 204 };
      },
    },
  ];
}
