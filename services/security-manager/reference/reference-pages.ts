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
 * Returns the pages of the SIQL reference as a map from section names to Markdown texts. The page of each section is
 * stored as a file with the name of the section and the ending `.md`.
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
 * Returns the files of docs/siql as a map from file names to texts. Each section of the reference has one file, and
 * README.md links to these files.
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
