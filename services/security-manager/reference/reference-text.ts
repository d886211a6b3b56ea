import { type Attribute, OPERATORS } from "../src/siql/schema/attribute.ts";
import { ENTITIES, type Entity, PUT_ENTITIES, STANZAS } from "../src/siql/schema/entities.ts";
import { markdownTable } from "./markdown-table.ts";

const TYPES = {
  string: "a text; `*` stands for any characters in `=` and `!=`",
  enum: "one of the listed values, case ignored",
  number: "a number, with or without quotes; with `~`, a list of numbers",
  boolean: "`true` or `false`",
  uuid: "an id; with `~`, a list of ids",
  date: "a date, a time, or a period such as `date('last 30 days')`",
  array: "a list of texts; `=` and `~` test whether the list contains a text",
  network: "addresses: `10.0.0.1`, `10.0.0.0/8`, `10.0.0.1-10.0.0.9`, `192.168.*.*`, `any`, or a list of them",
  service: "services: `tcp/443`, `udp/5000-5010`, `icmp/8`, `ip/47`, `any`, or a list of them",
} as const;

/** The reference of SIQL's stanzas, attributes and operators, from the table that checks queries. */
export function referenceText(): string {
  return [
    "# SIQL: stanzas and attributes",
    "",
    "Written by `npm run siql-reference` from the table that checks queries. Do not edit it.",
    "",
    "A query is one or more filters, joined by `AND`: `device{id=5} AND rule{source INTERSECTS '10.0.0.0/8'}`. Each filter",
    "consists of the name of a stanza (a kind of record, such as `device`) and a condition on the attributes of that stanza.",
    "Names and keywords are case-insensitive. Texts are case-sensitive. If an attribute has no value, no comparison with it",
    "holds, except `IS NULL`.",
    "",
    "## Types",
    "",
    ...markdownTable(
      ["type", "values", "operators"],
      Object.entries(TYPES).map(([type, text]) => [type, text, codes(OPERATORS[type as keyof typeof TYPES])]),
    ),
    "",
    "## Endpoints",
    "",
    "All paths are below `/securitymanager/api`. `GET /siql/{endpoint}/paged-search?q=` returns a page of records,",
    "`GET /siql/count?q=&countType=` returns their number, and `GET /siql/secrule/stream?q=` returns all rules. A record",
    "without a device never matches a filter on devices or device groups.",
    "",
    ...markdownTable(
      ["endpoint", "stanzas", "`countType`", "`fields`"],
      (Object.entries(ENTITIES) as [string, Entity][]).map(([name, { stanzas, countType, fields }]) => [
        ...[name, codes(stanzas), countType ?? "", codes(fields)],
      ]),
    ),
    "",
    ...PUT_TEXT,
    "",
    "## Fields",
    "",
    "`| fields(...)` after the last filter adds members to each rule that the query finds:",
    "",
    ...markdownTable(
      ["argument", "adds"],
      Object.entries(FIELDS).map(([argument, text]) => [codes([argument]), text]),
    ),
    ...stanzasAlike().flatMap(([names, attributes]) => [
      "",
      `## ${names.join(", ")}`,
      "",
      ...markdownTable(
        ["attribute", "type", "what it is"],
        attributes.map((one) => [codes([one.name, ...one.aliases]), typeOf(one), one.description]),
      ),
      ...(names.includes("rule") ? ["", PROPERTIES] : []),
    ]),
    "",
  ].join("\n");
}

const PUT_TEXT = [
  `The records of ${codes(PUT_ENTITIES)}`,
  "come from clients, not from configurations. A client sends one record with `PUT /domain/1/{endpoint}/{id}`, or a list of up",
  "to 1,000 records with `PUT /domain/1/{endpoint}`. An id is unique among the records of its endpoint and device. Callers who",
  "see a device also see its records. Every caller sees the records without a device.",
  "",
  "An application matches a `connection` stanza if one of its connections matches the whole stanza. A group of applications",
  "matches the stanza if one of its applications does. The applications of a group belong to the group's device or to no",
  "device.",
];

const FIELDS: Readonly<Record<string, string>> = {
  props: "`props`: the rule's documentation, with the value of each property under its key",
  "usage(PERIOD)":
    "`hitCount`: the sum of the hits in reports whose end is in the period (by default the last 30 days); `lastUsed`: the end of the last report with hits",
  objUsage: "`hitcount` of each object in sources, destinations, services, apps and users, in the period of `usage`",
  change:
    "`change`: `{changedAt, revision, kind}` of the rule's last change; null if the rule has been the same since the first revision",
  highlight:
    "`highlight`: the names of those objects in sources, destinations and services that overlap the operand with which the query compares their column; a negated object stands for everything outside it",
  tfacount: "`tfacount`: null, because no traffic flows are analysed",
};

const PROPERTIES =
  "The attribute `p.KEY` is the value of the registered property KEY in the rule's documentation. `usage(PERIOD) = 0` and `usage(PERIOD) > 0` ask whether the rule matched connections in a period that ends now. The default period is the last 30 days.";

/** Stanzas with the same attributes are described together. */
function stanzasAlike(): [names: string[], attributes: readonly Attribute[]][] {
  const alike = new Map<readonly Attribute[], string[]>();
  for (const [name, attributes] of Object.entries(STANZAS)) {
    const names = alike.get(attributes) ?? [];
    alike.set(attributes, [...names, name]);
  }
  return [...alike].map(([attributes, names]) => [names, attributes]);
}

function typeOf({ type, values, nullable }: Attribute): string {
  return `${type}${values.length > 0 ? `: ${codes(values)}` : ""}${nullable ? ", may be null" : ""}`;
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
