import { MOST_CHARACTERS } from "../src/siql/language/parse-query.ts";
import { PUT_ENTITIES, STANZAS, type StanzaName } from "../src/siql/schema/entities.ts";
import { codeList } from "./code-list.ts";
import { ENDPOINTS, ENDPOINTS_WITH_FIELDS, endpointsOf } from "./endpoints.ts";
import { exampleLines } from "./example-lines.ts";
import { STANZA_EXAMPLES } from "./examples.ts";
import { markdownTable } from "./markdown-table.ts";
import { attributeLines } from "./stanza-page.ts";

/** The stanzas (kinds of records) that have no page of their own. They all have the same attributes. */
export const STANZAS_OF_OVERVIEW = ["urlmatcher", "vendortag", "applicationgroup"] as const satisfies StanzaName[];

/** The stanzas that every endpoint allows in its queries. */
const ESTATE = (Object.keys(STANZAS) as StanzaName[]).filter((one) => endpointsOf(one).length === ENDPOINTS.length);

/** Returns the lines of the page `overview`. */
export function overviewPage(): string[] {
  return [
    "# SIQL: overview",
    "",
    "SIQL is the query language of the security manager.",
    "",
    "A query is one or more filters, joined by `AND`: `device{id=5} AND rule{source INTERSECTS '10.0.0.0/8'}`. Each filter",
    "consists of the name of a stanza (a kind of record, such as `device`) and a condition on the attributes of that stanza.",
    "A condition may have `AND`, `OR` and parentheses. There is no `OR` between filters and no `NOT`. The endpoint decides",
    "which kind of records a query finds. Filters select some of them; `rule{true}` selects all. A pipe after the last",
    `filter adds members to records of ${codeList(ENDPOINTS_WITH_FIELDS)}: \`device{id=5} | fields(usage())\`.`,
    "",
    "Names and keywords are case-insensitive. Texts are case-sensitive. All values except numbers, dates, `true` and `false`",
    "are in single quotes. If an attribute has no value, no comparison with it holds, except `IS NULL`. The message of",
    `an error says where the error is and what works there. A query has at most ${MOST_CHARACTERS.toLocaleString("en-US")} characters, 500 comparisons and 32 nested`,
    "parentheses.",
    "",
    "## Endpoints",
    "",
    "All paths are below `/securitymanager/api`. `GET /siql/{endpoint}/paged-search?q=` returns a page of records,",
    "`GET /siql/count?q=&countType=` returns their number, and `GET /siql/secrule/stream?q=` returns all rules. `page` (from",
    "0) and `pageSize` (at most 1,000) reach the first 10,000 records.",
    "",
    `Every endpoint takes the stanzas ${codeList(ESTATE)}. A record without a device never matches a`,
    "filter on devices or device groups.",
    "",
    ...markdownTable(
      ["endpoint", "further stanzas", "`countType`"],
      ENDPOINTS.map(([name, { stanzas, countType }]) => [
        ...[name, codeList(stanzas.filter((one) => !ESTATE.includes(one))), countType ?? ""],
      ]),
    ),
    "",
    "## Records from clients",
    "",
    `The records of ${codeList(PUT_ENTITIES)}`,
    "come from clients, not from configurations. A client sends one record with `PUT /domain/1/{endpoint}/{id}`, or a list of",
    "up to 1,000 records with `PUT /domain/1/{endpoint}`. An id is unique among the records of its endpoint and device.",
    "Callers who see a device also see its records. Every caller sees the records without a device.",
    "",
    `## ${STANZAS_OF_OVERVIEW.join(", ")}`,
    "",
    "URL matchers, tags of vendors and groups of applications are such records. A group of applications matches a",
    "`connection` stanza if one of its applications does. All three have these attributes:",
    "",
    ...attributeLines(STANZAS.urlmatcher),
    "",
    ...exampleLines(STANZAS_OF_OVERVIEW.flatMap((name) => STANZA_EXAMPLES[name])),
  ];
}
