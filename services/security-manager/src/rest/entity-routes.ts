import { type Failure, generalFailures, present } from "@network-access/service-runtime/failure";
import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import type { EstateCaller } from "../access/estate-caller.ts";
import type { CheckedEntity } from "../entities/check-entities.ts";
import { entityInput, listedEntityInput, MOST_LISTED } from "../entities/entity-input.ts";
import { entityRecord } from "../entities/entity-record.ts";
import { type FoundEntity, findEntity, type NamedEntity } from "../entities/find-entity.ts";
import type { PutEntity } from "../entities/put-entity.ts";
import { removeEntity, type SavingEntityNeeds, saveEntities } from "../entities/save-entities.ts";
import { type SearchNeeds, searchEntity } from "../searching/search-entity.ts";
import type { SearchedEstate } from "../searching/searched-estate.ts";
import { PUT_ENTITIES, type PutEntityName } from "../siql/schema/entities.ts";
import { ENTITY_ANSWERS, ListPutAnswer, PUT_ANSWERS } from "./answers/entity-answer.ts";
import { listAnswer } from "./answers/list-answer.ts";
import { ID } from "./answers/scalars.ts";
import { CHANGING, checkDomain, DOMAIN_PATH, READING } from "./device-routes.ts";
import type { EstateRoute } from "./estate-route.ts";
import { failed } from "./failed.ts";
import { operationId } from "./operation-id.ts";
import { envelope, PAGE_PARAMETERS, readPage } from "./page.ts";
import { idOf, notFound, readBody } from "./read-body.ts";
import { searchRefusal } from "./search-failure.ts";

interface Needs {
  readonly saving: SavingEntityNeeds;
  readonly searching: SearchNeeds & { readonly estateOf: (caller: EstateCaller) => Promise<SearchedEstate> };
}

/** The most bytes of a list of entities after decompression. */
const MOST_LIST_BYTES = 8 * 1_024 * 1_024;
const WRITING_MS = 60_000;

const IN_PATH = { id: z.string().meta({ description: "The id that it was put under.", examples: ["crm"] }) };
const NAMING = {
  device: z
    .string()
    .regex(/^(none|[1-9]\d{0,8})$/)
    .optional()
    .meta({ description: "The id of its device or `none`, where several entities have the id." }),
};
/** Returns the routes for every kind of put entity (an entity that clients send with PUT). */
export function entityRoutes(needs: Needs): readonly EstateRoute[] {
  return PUT_ENTITIES.flatMap((kind) => [
    listRoute(needs, kind),
    putListRoute(needs, kind),
    readRoute(needs, kind),
    putRoute(needs, kind),
    deleteRoute(needs, kind),
  ]);
}

function listRoute({ searching }: Needs, kind: PutEntityName): EstateRoute {
  return {
    ...{ ...READING, method: "GET", path: `${DOMAIN_PATH}/${kind}`, timeoutMs: 20_000 },
    description: {
      ...{ id: operationId("list", kind), summary: `The entities of ${kind}`, query: PAGE_PARAMETERS },
      details: "By device and id, those of no device last. Pages reach the first 10,000; searches narrow them.",
      answers: { 200: listAnswer(ENTITY_ANSWERS[kind]) },
    },
    async handle({ query, params, signal }, caller) {
      checkDomain(params);
      const page = readPage(query);
      const found = await searchEntity(searching, {
        ...{ entity: kind, q: `${kind}{true}`, from: page.page * page.pageSize, size: page.pageSize },
        ...{ sort: [], sortdir: null, estate: await searching.estateOf(caller), signal },
      });
      if (!found.ok) throw searchRefusal(found.failure);
      return json(200, envelope(found.results, found.total, page));
    },
  };
}

function putListRoute({ saving }: Needs, kind: PutEntityName): EstateRoute {
  const limits = { maxBodyBytes: MOST_LIST_BYTES, gzip: true, timeoutMs: WRITING_MS };
  return {
    ...{ ...CHANGING, method: "PUT", path: `${DOMAIN_PATH}/${kind}`, ...limits },
    description: {
      ...{ id: operationId("put", kind, "list"), summary: `Creates or replaces entities of ${kind}, each by itself` },
      details: "The answer says which were taken, and why the others were refused. Others stay as they are.",
      body: z.array(listedEntityInput(kind)).min(1).max(MOST_LISTED),
      answers: { 200: ListPutAnswer },
    },
    async handle(request, caller) {
      checkDomain(request.params);
      const written = await readBody(request, z.array(z.unknown()).min(1).max(MOST_LISTED));
      const { results, searchable } = await saveEntities(saving, caller, kind, written);
      const taken = results.filter(({ ok }) => ok).length;
      const answered = results.map((result, place) => listedResult(result, written[place]));
      return json(200, { taken, refused: results.length - taken, searchable, results: answered });
    },
  };
}

function readRoute({ saving }: Needs, kind: PutEntityName): EstateRoute {
  return {
    ...{ ...READING, method: "GET", path: `${DOMAIN_PATH}/${kind}/:id` },
    description: {
      ...{ id: operationId("read", kind), summary: `An entity of ${kind}`, path: IN_PATH, query: NAMING },
      answers: { 200: ENTITY_ANSWERS[kind] },
      refuses: [409],
    },
    async handle(request, caller) {
      const entity = found(await findEntity(saving, caller, named(kind, request)));
      return json(200, await answered(saving, entity));
    },
  };
}

function putRoute({ saving }: Needs, kind: PutEntityName): EstateRoute {
  return {
    ...{ ...CHANGING, method: "PUT", path: `${DOMAIN_PATH}/${kind}/:id`, timeoutMs: WRITING_MS },
    description: {
      ...{ id: operationId("put", kind), summary: `Creates or replaces an entity of ${kind}`, path: IN_PATH },
      details: "Entities of other devices that have the same id are others, and stay as they are.",
      body: entityInput(kind),
      answers: { 200: PUT_ANSWERS[kind] },
      refuses: [409],
    },
    async handle(request, caller) {
      checkDomain(request.params);
      const body = await request.json();
      const { results, searchable } = await saveEntities(saving, caller, kind, [body], request.params.id);
      const [result] = results;
      if (!result) throw notFound();
      return json(200, { ...(await answered(saving, found(result))), searchable });
    },
  };
}

function deleteRoute({ saving }: Needs, kind: PutEntityName): EstateRoute {
  return {
    ...{ ...CHANGING, method: "DELETE", path: `${DOMAIN_PATH}/${kind}/:id`, timeoutMs: WRITING_MS },
    description: {
      ...{ id: operationId("delete", kind), summary: `Deletes an entity of ${kind}`, path: IN_PATH, query: NAMING },
      details: "202 while the index is away: searches find it until the index is back.",
      answers: { 202: null, 204: null },
      refuses: [409],
    },
    async handle(request, caller) {
      const removed = await removeEntity(saving, caller, named(kind, request));
      if (!removed.ok) throw failed(removed.failure);
      return { status: removed.searchable ? 204 : 202 };
    },
  };
}

/**
 * Returns the kind, id and device by which a request identifies an entity. If the parameter `device` is neither "none"
 * nor a valid id, returns the device id 0, which no entity has.
 */
function named(
  kind: PutEntityName,
  { params, query }: Pick<Parameters<EstateRoute["handle"]>[0], "params" | "query">,
): NamedEntity {
  checkDomain(params);
  const device = query.get("device");
  const deviceId = device === null ? undefined : device === "none" ? null : (idOf(device) ?? 0);
  return { kind, id: params.id ?? "", deviceId };
}

function found(entity: FoundEntity): PutEntity {
  if (!entity.ok) throw failed(entity.failure);
  return entity.entity;
}

async function answered({ readEstate }: SavingEntityNeeds, entity: PutEntity): Promise<object> {
  const device = (await readEstate()).devices.get(entity.deviceId ?? 0);
  return { ...entityRecord(entity), ...(device && { ndDevice: { id: device.id, name: device.name } }) };
}

function listedResult(result: CheckedEntity, written: unknown) {
  const { id, device } = result.ok ? { id: result.entity.id, device: result.entity.deviceId } : nameOf(written);
  return { id, device, taken: result.ok, refusal: result.ok ? null : refusalOf(result.failure) };
}

/** Returns the id and the device of a refused list element. Both are null if one of them is not valid. */
function nameOf(written: unknown): { readonly id: string | null; readonly device: number | null } {
  const name = z.object({ id: z.string().max(128), device: ID.nullish() }).safeParse(written);
  return name.success ? { id: name.data.id, device: name.data.device ?? null } : { id: null, device: null };
}

function refusalOf(failure: Failure) {
  const { code, message, fields = [] } = present(generalFailures, failure);
  return { code, message, errors: fields.map((field) => ({ field: field.path, message: field.message })) };
}
