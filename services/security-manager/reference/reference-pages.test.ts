import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { DEFAULT_PROPERTIES } from "../src/documentation/default-properties.ts";
import { checkQuery } from "../src/siql/checking/check-query.ts";
import { parseQuery } from "../src/siql/language/parse-query.ts";
import { OPERATORS } from "../src/siql/schema/attribute.ts";
import { ENTITIES, type EntityName, STANZAS } from "../src/siql/schema/entities.ts";
import { FURTHER_EXAMPLES, STANZA_EXAMPLES } from "./examples.ts";
import { STANZAS_OF_OVERVIEW } from "./overview-page.ts";
import { referenceFiles, referencePages } from "./reference-pages.ts";

const FOLDER = new URL("../../../docs/siql/", import.meta.url);
const properties = new Map(DEFAULT_PROPERTIES.map(({ key, type }) => [key, type]));
const now = Date.parse("2026-03-31T12:00:00Z");

/** Returns the message about the mistake in a query on an endpoint, or undefined if the query has no mistake. */
function mistakeIn(query: string, endpoint: EntityName): string | undefined {
  const parsed = parseQuery(query);
  const checked = parsed.ok ? checkQuery(query, parsed.query, endpoint, { now, properties }) : parsed;
  return checked.ok ? undefined : checked.error.message;
}

test("docs/siql is what the tables say; npm run siql-reference writes it again", () => {
  const files = readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")] as const);
  expect(new Map(files)).toEqual(referenceFiles());
});

test("there is a page for every section that get_siql_reference can serve", () => {
  expect([...referencePages().keys()].sort()).toEqual(
    [
      ...[
        "overview",
        "operators",
        "functions",
        "pipes",
        "rule",
        "natrule",
        "device",
        "devicegroup",
        "domain",
        "policy",
      ],
      ...["networkobj", "serviceobj", "userobj", "appobj", "profileobj", "connection", "application", "addressbook"],
      ...["scope", "scheduleobj", "interface", "route", "asset", "examples"],
    ].sort(),
  );
});

test("all pages together are under 40,000 characters, also as JSON", () => {
  const pages = Object.fromEntries(referencePages());
  expect(JSON.stringify(pages).length).toBeLessThan(40_000);
});

describe("examples", () => {
  const examples = [...Object.values(STANZA_EXAMPLES).flat(), ...FURTHER_EXAMPLES];

  test.each(examples)("$query is valid on $endpoint", ({ query, endpoint }) => {
    expect(mistakeIn(query, endpoint)).toBeUndefined();
  });

  test("each stanza has an example that uses it on an endpoint of its own, if there is one", () => {
    for (const [stanza, [first]] of Object.entries(STANZA_EXAMPLES)) {
      const own = Object.entries(ENTITIES).find(([, entity]) => entity.stanza === stanza)?.[0];
      if (own !== undefined) expect({ stanza, endpoint: first?.endpoint }).toEqual({ stanza, endpoint: own });
    }
  });
});

test.each([...referencePages()])("every query in the text of %s is valid on an endpoint", (_, text) => {
  const stanzas = Object.keys(STANZAS).join("|");
  const queries = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) =>
    new RegExp(`^(?:${stanzas})\\{`).test(code) ? [code] : [],
  );
  const endpoints = Object.keys(ENTITIES) as EntityName[];
  for (const query of queries) {
    const mistakes = endpoints.map((endpoint) => mistakeIn(query, endpoint));
    expect({ query, isValid: mistakes.includes(undefined) }).toEqual({ query, isValid: true });
  }
});

test("the page of a stanza has its endpoint, its attributes with their types, and their operators", () => {
  for (const [stanza, attributes] of Object.entries(STANZAS)) {
    const isOfOverview = STANZAS_OF_OVERVIEW.some((one) => one === stanza);
    const page = referencePages().get(isOfOverview ? "overview" : stanza) ?? "";
    for (const { name, type } of attributes) {
      expect(page).toMatch(new RegExp(`^- \`${name.replace(".", "\\.")}\`.* \\(${type}`, "m"));
      if (!isOfOverview)
        for (const operator of OPERATORS[type])
          expect(page).toContain(operator.replace(/^IS (?:NOT )?(?=NULL|EMPTY)/, "IS [NOT] "));
    }
    const own = Object.entries(ENTITIES).find(([, entity]) => entity.stanza === stanza);
    if (own && !isOfOverview) expect(page).toContain(`/siql/${own[0]}/paged-search\``);
  }
});
