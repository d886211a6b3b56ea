import type { FieldName } from "../src/siql/schema/entities.ts";
import { codeList } from "./code-list.ts";
import { ENDPOINTS_WITH_FIELDS } from "./endpoints.ts";
import { markdownTable } from "./markdown-table.ts";

/** Returns the lines of the page `pipes`. */
export function pipesPage(): string[] {
  return [
    "# SIQL: pipes",
    "",
    "There is one pipe, `fields`. `| fields(...)` after the last filter adds members to each rule that the query finds:",
    "`device{id=5} | fields(props, usage(date('last 90 days')))`. Without the pipe, these members are absent. It works on",
    `the endpoint ${codeList(ENDPOINTS_WITH_FIELDS)}. Arguments are names without quotes, in any order:`,
    "",
    ...markdownTable(
      ["argument", "adds"],
      Object.values(FIELDS).map(({ written, adds }) => [`\`${written}\``, adds]),
    ),
    "",
    "There are no pipes for sorting, paging and counting. Use parameters, and the endpoint `/siql/count`.",
    "",
    "- `rule{source INTERSECTS '10.1.2.3'} | fields(highlight)` adds the names of the sources that contain 10.1.2.3",
    "- `rule{lastchanged ~ date('last 7 days')} | fields(change)` adds the last change of each rule",
  ];
}

const FIELDS: Readonly<Record<FieldName, { readonly written: string; readonly adds: string }>> = {
  props: {
    written: "props",
    adds: "`props`: the rule's documentation, with the value of each property under its key",
  },
  usage: {
    written: "usage(PERIOD)",
    adds: "`hitCount`: the sum of the hits in reports whose end is in the period (by default the last 30 days); `lastUsed`: the end of the last report with hits",
  },
  objUsage: {
    written: "objUsage",
    adds: "`hitcount` of each object in sources, destinations, services, apps and users, in the period of `usage`",
  },
  change: {
    written: "change",
    adds: "`change`: `{changedAt, revision, kind}` of the rule's last change; null if the rule has been the same since the first revision",
  },
  highlight: {
    written: "highlight",
    adds: "`highlight`: the names of those objects in sources, destinations and services that overlap the operand with which the query compares their column; a negated object stands for everything outside it",
  },
  tfacount: { written: "tfacount", adds: "`tfacount`: null, because no traffic flows are analysed" },
};
