import { z } from "zod";
import { TABLE_OUTPUT } from "../answers/table.ts";
import { BUDGET, tableAnswer } from "../answers/table-answer.ts";
import type { ToolContext, ToolOutcome } from "../answers/tool.ts";
import type { ManagerFailure } from "../manager/manager.ts";
import type { Page } from "../siql/choose-page.ts";
import { pageAnswer } from "../siql/page-answer.ts";
import { queryRefusal } from "../siql/query-refusal.ts";
import {
  COUNT_ENDPOINT,
  COUNT_TYPES,
  countedBy,
  ENDPOINTS,
  entityOf,
  MOST_ROWS,
  queryPath,
  type SiqlEntity,
} from "../siql/siql-endpoints.ts";
import { defineTool } from "./define-tool.ts";

const NAME = "execute_siql_query";

/**
 * The maximum number of characters of an answer if the call sets a page size. It applies separately to the text and to
 * the structured content.
 */
const BUDGET_OF_PAGES = 40_000;
const DEFAULT_SIZE = 50;
const MOST_CHARACTERS = 16_384;
const MOST_ENCODED_BYTES = 48 * 1_024;

const input = z.strictObject({
  query: z.string().min(1).max(MOST_CHARACTERS).describe("A finished SIQL query."),
  endpoint: z
    .enum(ENDPOINTS)
    .describe(
      "What is searched; or counted, with the count endpoint. policy: rule lists of devices; application: has connections; appobj: applications that rules name; scope: not device groups.",
    ),
  countType: z
    .enum(COUNT_TYPES)
    .describe(
      "What the count endpoint counts. Only for it, and required there. APPLICATIONOBJECT: appobj, not application.",
    )
    .optional(),
  page: z.int().min(0).describe("From 0 (the default).").optional(),
  pageSize: z.int().min(1).max(1_000).describe("Default 50.").optional(),
});
type Input = z.output<typeof input>;

export const executeSiqlQuery = defineTool({
  name: NAME,
  title: "Run a SIQL query",
  description: `Runs one SIQL query on rules, NAT rules, devices, objects, interfaces, routes and other records of the firewall estate. Use it for the owner, expiry, comment, usage or last change of rules, for any-any rules and for what no other tool answers, or for the rows that another tool's answer names a query for. Read get_siql_reference first: sections overview and that of the endpoint.
Example: query "device{id = 12} AND rule{service INTERSECTS 'tcp/22' AND action = 'ACCEPT'}", endpoint "/securitymanager/api/siql/secrule/paged-search".
Each endpoint has fixed columns; on secrule, "| fields(usage(), props)" at the end of the query adds hits, lastUsed and documentation (owner, expiry). The user's own permissions apply, not the device group of the header. A count without rows: the count endpoint with countType. What has no countType (addressbook, application, applicationgroup, scope, vendortag): total on its own endpoint. An answer that is cut names nextPage and nextPageSize; with a pageSize given, an answer may be longer.`,
  input,
  output: TABLE_OUTPUT.extend({ nextPage: z.int().nullable(), nextPageSize: z.int().nullable() }),
  anonymous: false,
  answer: (asked, context) => {
    if (asked.query.trim() === "") return refusal("query is empty; rule{true} works on the endpoint of rules");
    if (encodeURIComponent(asked.query).length > MOST_ENCODED_BYTES)
      return refusal("query may have at most 48 KiB percent-encoded; narrow it or split it");
    const entity = entityOf(asked.endpoint);
    return entity ? search(asked, entity, context) : count(asked, context);
  },
});

async function search(
  { query, endpoint, countType, page = 0, pageSize }: Input,
  entity: SiqlEntity,
  context: ToolContext,
): Promise<ToolOutcome> {
  if (countType !== undefined) return refusal(`countType is only for the endpoint ${COUNT_ENDPOINT}; leave it out`);
  const asked: Page = { page, pageSize: pageSize ?? DEFAULT_SIZE };
  if ((page + 1) * asked.pageSize > MOST_ROWS)
    return refusal(
      `page ${page} with pageSize ${asked.pageSize} reaches behind row ${MOST_ROWS}, where pages end; narrow the query, for example by device, or ask for an earlier page`,
    );
  const path = queryPath(endpoint, { q: query, ...asked });
  const found = await context.manager.get(path, entity.page, callOf(context));
  if (found.ok) return pageAnswer(found.value, asked, pageSize === undefined ? BUDGET : BUDGET_OF_PAGES);
  if (found.failure.kind === "refused" && found.failure.status === 400 && asked.pageSize > 1)
    return refusal(`pageSize ${asked.pageSize} is too large for these records; ask for a smaller page`);
  return failed(found.failure, entity.section);
}

async function count(
  { query, endpoint, countType, page, pageSize }: Input,
  context: ToolContext,
): Promise<ToolOutcome> {
  const counted = countType === undefined ? undefined : countedBy(countType);
  if (countType === undefined || counted === undefined)
    return refusal(`countType is missing; with this endpoint it is one of ${COUNT_TYPES.join(", ")}`);
  if (page !== undefined || pageSize !== undefined)
    return refusal(`page and pageSize do not go with the endpoint ${COUNT_ENDPOINT}; leave them out`);
  const path = queryPath(endpoint, { q: query, countType });
  const found = await context.manager.get(path, z.object({ total: z.int().min(0) }), callOf(context));
  if (!found.ok) return failed(found.failure, counted.section);
  const table = { columns: ["countType", "count"], rows: [[countType, found.value.total]], total: 1 };
  return tableAnswer(table, {
    lead: [`The same query on the endpoint ${counted.endpoint} returns the rows.`],
    empty: [],
    rest: () => "",
    extra: { nextPage: null, nextPageSize: null },
  });
}

function failed(failure: ManagerFailure, section: string): ToolOutcome {
  return failure.kind === "query" ? queryRefusal(failure.mistake, section) : { kind: "manager-failure", failure };
}

function callOf({ caller, signal }: ToolContext) {
  return { userId: caller.userId, signal };
}

function refusal(text: string): ToolOutcome {
  return { kind: "refusal", texts: [`${NAME}: ${text}.`] };
}
