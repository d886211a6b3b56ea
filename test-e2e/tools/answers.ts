import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { CalledTool } from "../clients/tools.ts";
import { recordsOf, tableOf } from "./answered-table.ts";
import { printedFacts } from "./printed-facts.ts";
import { loaded } from "./shared-tool-server.ts";
import { pageOf, type RunFacts, stableAnswer } from "./stable-answer.ts";

/**
 * Compares complete answers of each tool on the demonstration estate with the files in golden-answers/. After an
 * intended change, `WRITE_ANSWERS=1 npm test -- test-e2e/tools/tools.test.ts` writes the files again. Review the
 * difference.
 */

const RULES = "/securitymanager/api/siql/secrule/paged-search";

/** The calls of tools. Each key is the name of the file with the expected answer. */
const CALLS: Readonly<Record<string, readonly [tool: string, input: Readonly<Record<string, unknown>>]>> = {
  "documentation-of-a-state": ["search_documentation", { question: "What does the state Review mean?" }],
  "documentation-of-nothing": ["search_documentation", { question: "Who won the chess tournament?" }],
  "count-on-a-device": ["count_firewall_rules", { deviceName: "dmz-fw", portNumberOrServiceName: "https" }],
  "count-from-the-internet": [
    "count_firewall_rules",
    { sourceIp: "PUBLIC_INTERNET", portNumberOrServiceName: 22, actionType: "ALLOW" },
  ],
  "count-of-nothing": ["count_firewall_rules", { sourceIp: "8.8.8.8", includeWildcardRules: false }],
  "count-outside-the-group": ["count_firewall_rules", { deviceId: 12, deviceGroupId: 5 }],
  "rules-from-a-branch": [
    "search_firewall_rules_by_source",
    { sourceIp: "10.16.65.7/24", portNumberOrServiceName: "tcp/5432", actionType: "ALLOW" },
  ],
  "rules-to-the-shop": [
    "search_firewall_rules_by_destination",
    { destinationIp: "172.16.10.10", portNumberOrServiceName: "https", actionType: "ALLOW" },
  ],
  "rules-to-nowhere": [
    "search_firewall_rules_by_destination",
    { destinationIp: "2001:db8:ffff::1", portNumberOrServiceName: "tcp/1", actionType: "ALLOW" },
  ],
  "rules-of-a-device": ["list_all_security_rules_by_device", { deviceId: 3 }],
  "rules-of-a-device-without-any": ["list_all_security_rules_by_device", { deviceId: 1 }],
  "device-groups": ["list_all_device_groups", {}],
  devices: ["list_all_devices", {}],
  "devices-of-a-group": ["list_all_devices", { deviceGroupId: 4 }],
  "siql-sections": ["get_siql_reference", { sections: ["pipes", "scheduleobj"] }],
  "siql-expired-rules": [
    "execute_siql_query",
    { query: "rule{p.expirationDate < date('today')} | fields(usage(), props)", endpoint: RULES },
  ],
  "siql-page": ["execute_siql_query", { query: "rule{lastUsed is null}", endpoint: RULES, page: 2, pageSize: 5 }],
  "siql-devices": [
    "execute_siql_query",
    { query: "device{vendor = 'Cisco'}", endpoint: "/securitymanager/api/siql/device/paged-search" },
  ],
  "siql-routes": [
    "execute_siql_query",
    { query: "device{id = 7}", endpoint: "/securitymanager/api/siql/route/paged-search" },
  ],
  "siql-count": [
    "execute_siql_query",
    { query: "rule{disabled = true}", endpoint: "/securitymanager/api/siql/count", countType: "SECURITYRULE" },
  ],
};

let facts: RunFacts;
beforeAll(() => {
  facts = readRunFacts();
});

/** Reads what answers are compared with: responses of the manager, and the files of the SIQL reference. */
function readRunFacts(): RunFacts {
  const references = path.resolve(import.meta.dirname, "../../docs/siql");
  const sections = readdirSync(references).filter((name) => name !== "README.md");
  return {
    rules: new Map(loaded.rules.map((rule) => [rule.matchId, rule])),
    origin: new URL(loaded.stack.mcpUrl).origin,
    pages: new Map(),
    siqlSections: new Map(
      sections.map((name) => [name.replace(".md", ""), readFileSync(path.join(references, name), "utf8").trimEnd()]),
    ),
  };
}

/** Reads the pages to which an answer links. Returns their text as a browser shows it. */
async function pagesOf(answer: CalledTool): Promise<ReadonlyMap<string, string>> {
  const urls = tableOf(answer) ? recordsOf(answer).flatMap(({ url }) => (url ? [pageOf(url)] : [])) : [];
  const pages = [...new Set(urls)].map(async (url) => [url, shown(await (await fetch(url)).text())] as const);
  return new Map(await Promise.all(pages));
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };
const shown = (html: string) =>
  html.replaceAll(/<[^>]*>/g, " ").replaceAll(/&([a-z#0-9]+);/g, (whole, name) => CHARACTERS[name] ?? whole);

async function expectWellFormed(tool: string, answer: CalledTool, budget: number): Promise<void> {
  const { body } = await loaded.client.ask("tools/list");
  const listed = body.result.tools.find(({ name }: { name: string }) => name === tool);
  const validate = new Ajv2020({ strict: false }).compile(listed.outputSchema);
  expect([validate(answer.structured), validate.errors]).toEqual([true, null]);
  expect([answer.isError, answer.texts.length]).toEqual([false, 1]);
  expect(answer.text.length).toBeLessThan(budget);
  expect(JSON.stringify(answer.structured).length).toBeLessThan(budget);
  // An answer may contain only two control characters: line breaks and, in tables, tabs.
  expect(answer.text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/u);
  const table = tableOf(answer);
  if (table) {
    expect(table.returned).toBe(table.rows.length);
    expect(table.rows.filter((row) => row.length !== table.columns.length)).toEqual([]);
    expect(table.total).toBeGreaterThanOrEqual(table.returned);
  }
}

function expectSameFacts({ text, structured, ...answer }: CalledTool): void {
  const whole = printedFacts({ text, structured, ...answer });
  if (whole !== undefined) {
    expect(text).toBe(whole);
    return;
  }
  const { count, disabled, notes, query, endpoint } = structured;
  expect(text).toMatch(new RegExp(`^${count} rules?[,.]`));
  if (count > 0) expect(text).toContain(`, ${disabled || "none"} of them disabled.`);
  for (const fact of [...notes, query, endpoint]) expect(text).toContain(fact);
}

test("every tool that a caller may see is called", async () => {
  const called = new Set(Object.values(CALLS).map(([tool]) => tool));
  expect([...called].toSorted()).toEqual((await loaded.client.names()).toSorted());
});

describe.each(Object.entries(CALLS))("%s", (name, [tool, input]) => {
  const file = path.join(import.meta.dirname, "golden-answers", `${name}.txt`);
  let answer: CalledTool;
  beforeAll(async () => {
    answer = await loaded.client.call(tool, input);
  });

  test("is the committed answer", async () => {
    const stable = stableAnswer(answer, { ...facts, pages: await pagesOf(answer) });
    const whole = `${tool} ${JSON.stringify(input)}\n\n${stable}`;
    if (process.env.WRITE_ANSWERS) writeFileSync(file, whole);
    expect([whole, existsSync(file)]).toEqual([readFileSync(file, "utf8"), true]);
  });

  test("is well-formed, and its text has the facts of the structured content", async () => {
    await expectWellFormed(tool, answer, tool === "get_siql_reference" || input.pageSize ? 40_000 : 24_000);
    expectSameFacts(answer);
  });
});

test("golden-answers has no file without a call", () => {
  const files = readdirSync(path.join(import.meta.dirname, "golden-answers"));
  expect(files.toSorted()).toEqual(
    Object.keys(CALLS)
      .map((name) => `${name}.txt`)
      .toSorted(),
  );
});

describe("an answer that does not fit", () => {
  test.each<[string, Record<string, unknown>, number]>([
    ["list_all_security_rules_by_device", {}, 24_000],
    ["search_firewall_rules_by_source", { sourceIp: "0.0.0.0/0" }, 24_000],
    ["search_firewall_rules_by_destination", { destinationIp: "0.0.0.0/0" }, 24_000],
    ["execute_siql_query", { query: "rule{true} | fields(usage(), props)", endpoint: RULES }, 24_000],
    ["execute_siql_query", { query: "rule{true} | fields(usage(), props)", endpoint: RULES, pageSize: 1_000 }, 40_000],
  ])(
    "of %s %j stays under its budget, and the way that it names leads to every other row",
    async (tool, input, budget) => {
      const answer = await loaded.client.call(tool, input);
      await expectWellFormed(tool, answer, budget);
      expectSameFacts(answer);
      const { truncated, total } = answer.structured;
      expect(truncated).toBe(true);
      const found = recordsOf(answer).map(({ ruleId }) => ruleId);
      for (let next = nextCall(answer, input); next; ) {
        const page = await loaded.client.call("execute_siql_query", next);
        await expectWellFormed("execute_siql_query", page, 40_000);
        found.push(...recordsOf(page).map(({ ruleId }) => ruleId));
        next = nextCall(page, next);
      }
      expect([found.length, new Set(found).size]).toEqual([total, total]);
    },
  );

  test("get_siql_reference: all sections fit", async () => {
    const sections = [...facts.siqlSections.keys()];
    const answer = await loaded.client.call("get_siql_reference", { sections });
    await expectWellFormed("get_siql_reference", answer, 40_000);
    expect(answer.structured.omitted).toEqual([]);
  });
});

/** Returns the call that an answer suggests for its remaining rows. */
function nextCall(answer: CalledTool, input: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const { truncated, nextPage, nextPageSize, notes } = answer.structured;
  if (!truncated) return undefined;
  if (nextPage !== undefined) return { ...input, page: nextPage, pageSize: nextPageSize };
  const words = notes.join("\n");
  const [, page, pageSize] = /page (\d+) and pageSize (\d+)/.exec(words) ?? [];
  const query = answer.structured.query ?? /query "(.*)", page/.exec(words)?.[1];
  return { query, endpoint: RULES, page: Number(page), pageSize: Number(pageSize) };
}
