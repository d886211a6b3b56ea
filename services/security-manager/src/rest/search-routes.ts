import { json, Refusal } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import type { EstateCaller } from "../access/estate-caller.ts";
import { type SearchNeeds, searchEntity } from "../searching/search-entity.ts";
import type { SearchedEstate } from "../searching/searched-estate.ts";
import { streamRules } from "../searching/stream-rules.ts";
import { MOST_SORT_KEYS, sortKeys } from "../siql/compiling/compile-sort.ts";
import { MOST_CHARACTERS } from "../siql/language/parse-query.ts";
import { ENTITIES, type Entity, type EntityName } from "../siql/schema/entities.ts";
import { QueryErrorAnswer } from "./answers/error-answer.ts";
import { listAnswer } from "./answers/list-answer.ts";
import { COUNT } from "./answers/scalars.ts";
import { RECORD_ANSWERS } from "./answers/search-answers.ts";
import type { EstateRoute } from "./estate-route.ts";
import { operationId } from "./operation-id.ts";
import { envelope, PAGE_PARAMETERS, readPage } from "./page.ts";
import { searchRefusal } from "./search-failure.ts";

interface Needs extends SearchNeeds {
  /** Returns the part of the estate that a caller sees. */
  readonly estateOf: (caller: EstateCaller) => Promise<SearchedEstate>;
}

const BASE = "/securitymanager/api/siql";
const ASKING = { takes: ["user", "person"], needs: [], timeoutMs: 20_000 } as const;

const SEARCHED = Object.keys(ENTITIES) as EntityName[];

const QUERY = z
  .string()
  .min(1)
  .max(MOST_CHARACTERS)
  .meta({
    description: "A query in SIQL; at most 48 KiB percent-encoded.",
    examples: ["device{id > 0}"],
  });

/** Creates one search route for each kind of record, and the routes `/siql/count` and `/siql/secrule/stream`. */
export function searchRoutes(needs: Needs): readonly EstateRoute[] {
  return [...SEARCHED.map((entity) => pagedSearch(needs, entity)), countRoute(needs), streamRoute(needs)];
}

function pagedSearch(needs: Needs, entity: EntityName): EstateRoute {
  return {
    ...{ ...ASKING, method: "GET", path: `${BASE}/${entity}/paged-search` },
    description: {
      ...{
        id: operationId("search", entity),
        summary: `The records of ${entity} that a query finds`,
      },
      details:
        "Pages reach the first 10,000 records. A query that can't be answered is refused with its position, what was found and expected there, and the nearest name.",
      query: {
        q: QUERY,
        ...PAGE_PARAMETERS,
        sort: z
          .string()
          .optional()
          .meta({
            description: `At most ${MOST_SORT_KEYS} keys, separated by commas; \`-\` before a key descends. Absent: the order of the configuration. Keys: ${sortKeys(entity).join(", ")}.`,
            examples: [`-${sortKeys(entity)[0]}`],
          }),
        sortdir: z.enum(["asc", "desc"]).default("asc").meta({ description: "The direction of keys without `-`." }),
      },
      answers: { 200: listAnswer(RECORD_ANSWERS[entity]) },
      errors: { 400: QueryErrorAnswer },
    },
    async handle({ query, signal }, caller) {
      const page = readPage(query);
      const answer = await searchEntity(needs, {
        ...{ entity, q: queryOf(query), from: page.page * page.pageSize, size: page.pageSize, signal },
        ...{ sort: query.getAll("sort"), sortdir: query.get("sortdir"), estate: await needs.estateOf(caller) },
      });
      if (!answer.ok) throw searchRefusal(answer.failure);
      return json(200, envelope(answer.results, answer.total, page));
    },
  };
}

function countRoute(needs: Needs): EstateRoute {
  const counted = SEARCHED.flatMap((entity) => {
    const { countType }: Entity = ENTITIES[entity];
    return countType === null ? [] : [{ entity, countType }];
  });
  const types = counted.map(({ countType }) => countType);
  return {
    ...{ ...ASKING, method: "GET", path: `${BASE}/count` },
    description: {
      ...{ id: "countRecords", summary: "How many records a query finds" },
      query: { q: QUERY, countType: z.enum(types).meta({ description: "What is counted." }) },
      answers: { 200: z.object({ countType: z.enum(types), total: COUNT }) },
      errors: { 400: QueryErrorAnswer },
    },
    async handle({ query, signal }, caller) {
      const countType = query.get("countType");
      const entity = counted.find((one) => one.countType === countType)?.entity;
      if (entity === undefined) {
        const message = `${countType === null ? "is missing" : `"${countType.slice(0, 64)}" is no type`}; ${types.join(", ")} work`;
        throw badParameter("countType", message);
      }
      const asked = {
        entity,
        q: queryOf(query),
        from: 0,
        size: 0,
        sort: [],
        sortdir: null,
        signal,
      };
      const answer = await searchEntity(needs, { ...asked, estate: await needs.estateOf(caller) });
      if (!answer.ok) throw searchRefusal(answer.failure);
      return json(200, { countType, total: answer.total });
    },
  };
}

function streamRoute(needs: Needs): EstateRoute {
  return {
    ...{ ...ASKING, method: "GET", path: `${BASE}/secrule/stream`, timeoutMs: 600_000 },
    description: {
      ...{ id: "streamRules", summary: "Every rule that a query finds, as one array" },
      details: "An answer that could not be finished has no closing bracket.",
      query: { q: QUERY },
      answers: { 200: z.array(RECORD_ANSWERS.secrule) },
      errors: { 400: QueryErrorAnswer },
    },
    async handle({ query, over }, caller) {
      const found = await streamRules(needs, queryOf(query), await needs.estateOf(caller), over);
      if (!found.ok) throw searchRefusal(found.failure);
      return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, stream: found.parts };
    },
  };
}

function queryOf(query: URLSearchParams): string {
  const text = query.get("q");
  if (text === null || text.trim() === "") throw badParameter("q", "is missing; send a query such as rule{true}");
  return text;
}

function badParameter(path: string, message: string): Refusal {
  return new Refusal({
    status: 400,
    code: "BAD_USER_INPUT",
    message: `${path}: ${message}`,
    fields: [{ path, message }],
  });
}
