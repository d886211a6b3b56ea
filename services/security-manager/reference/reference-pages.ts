import { STANZAS, type StanzaName } from "../src/siql/schema/entities.ts";
import { examplesPage } from "./examples-page.ts";
import { functionsPage } from "./functions-page.ts";
import { operatorsPage } from "./operators-page.ts";
import { overviewPage, STANZAS_OF_OVERVIEW } from "./overview-page.ts";
import { pipesPage } from "./pipes-page.ts";
import { stanzaPage } from "./stanza-page.ts";

/** The stanzas (kinds of records) that have a page of their own, in the order in which the reference lists them. */
const STANZA_PAGES = (Object.keys(STANZAS) as StanzaName[]).filter(
  (stanza) => !STANZAS_OF_OVERVIEW.some((one) => one === stanza),
);

/**
 * Returns the text of each page of the reference, by the name of the page's section. The file of a page is named
 * `SECTION.md`.
 */
export function referencePages(): ReadonlyMap<string, string> {
  const pages = [
    ["overview", overviewPage()],
    ["operators", operatorsPage()],
    ["functions", functionsPage()],
    ["pipes", pipesPage()],
    ...STANZA_PAGES.map((stanza) => [stanza, stanzaPage(stanza)] as const),
    ["examples", examplesPage()],
  ] as const;
  return new Map(pages.map(([section, lines]) => [section, `${lines.join("\n")}\n`]));
}

/**
 * Returns the text of each file of docs/siql, by the file's name. There is a page for each section, and README.md lists
 * the pages.
 */
export function referenceFiles(): ReadonlyMap<string, string> {
  const pages = [...referencePages()];
  const readme = [
    "# SIQL",
    "",
    "The query language of the security manager. `npm run siql-reference` writes these pages from the table that checks",
    "queries. Do not edit them. Begin with the [overview](overview.md).",
    "",
    ...pages.map(([section]) => `- [${section}](${section}.md)`),
    "",
  ].join("\n");
  return new Map([["README.md", readme], ...pages.map(([section, text]) => [`${section}.md`, text] as const)]);
}
