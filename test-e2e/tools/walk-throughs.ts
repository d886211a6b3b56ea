import { beforeAll, expect, test } from "@jest/globals";
import { type CalledTool, toolClient } from "../clients/tools.ts";
import { type Cell, recordsOf } from "./answered-table.ts";
import { loaded } from "./shared-tool-server.ts";

/**
 * Six questions about the demonstration estate, the calls that answer them, and the facts that the answers must
 * contain.
 */

const RULES = "/securitymanager/api/siql/secrule/paged-search";
const COUNT = "/securitymanager/api/siql/count";

type Input = Readonly<Record<string, unknown>>;

interface Step {
  readonly tool: string;
  /** The arguments, or a function that computes them from the answers to earlier calls. */
  readonly with?: Input | ((...earlier: readonly CalledTool[]) => Input);
  /** The caller. The default is a user with all permissions. "nobody" is an anonymous caller. */
  readonly as?: "limited" | "nobody";
  /** Rows that the answer must contain. For each row, only the given cells are compared. */
  readonly rows?: readonly Readonly<Record<string, Cell>>[];
  /** The expected number of rows, or the expected count. */
  readonly total?: number;
  /** Texts that the answer must contain. */
  readonly says?: readonly string[];
  /** The expected first text of a refusal, in full. */
  readonly refusal?: string;
}

const WALK_THROUGHS: readonly (readonly [question: string, ...steps: readonly Step[]])[] = [
  [
    "Who may reach our web shop over HTTPS, and are these rules used?",
    {
      tool: "search_firewall_rules_by_destination",
      with: { destinationIp: "172.16.10.10", portNumberOrServiceName: "https", actionType: "ALLOW" },
      says: ['Service "https" means tcp/443, udp/443 (IANA).'],
      rows: [
        { device: "dmz-fw", policy: "outside_in", number: 2, source: "any", enabled: true, hits: 429_840 },
        { device: "dmz-fw", policy: "outside_in", number: 12, source: "198.51.100.64/26", hits: 0 },
        { device: "dmz-fw", policy: "inside_in", number: 6, source: "192.168.40.0/22", hits: 0, lastUsed: null },
      ],
    },
  ],
  [
    "The stock terminals of the depot reach their database. Does each firewall on the way have a rule for it?",
    {
      tool: "search_firewall_rules_by_source",
      with: { sourceIp: "10.16.65.0/24", portNumberOrServiceName: "tcp/5432", actionType: "ALLOW" },
      rows: [
        { device: "depot-north", policy: "FORWARD", name: "Stock terminals", destination: "10.1.3.20" },
        { device: "branch-north", policy: "FORWARD", name: "Depot to the company", source: "10.16.64.0/23" },
        { device: "wan-hub", policy: "wan_in", number: 9, destination: "stock-database (10.1.3.20)" },
        { device: "hq-core", policy: "to-data-centre", name: "Stock terminals of the depot" },
        { device: "dc-fw", policy: "outside_in", number: 12, destination: "stock-database (10.1.3.20)" },
        { device: "db-fw", policy: "to-databases", name: "PostgreSQL", service: "tcp/5432" },
      ],
    },
  ],
  [
    "Which rules let SSH in from the internet, and under which conditions?",
    {
      tool: "count_firewall_rules",
      with: { sourceIp: "PUBLIC_INTERNET", portNumberOrServiceName: 22, actionType: "ALLOW" },
      total: 32,
      says: ["PUBLIC_INTERNET is the set of public addresses of"],
    },
    {
      tool: "execute_siql_query",
      with: (counted) => ({ query: counted?.structured.query, endpoint: counted?.structured.endpoint }),
      total: 32,
      rows: [
        { device: "edge-1", policy: "FORWARD", number: 1, conditions: "established connections only" },
        { device: "lab-gw", name: "temp: open while the test rig is built", source: "any", service: "any" },
      ],
    },
    {
      tool: "count_firewall_rules",
      with: {
        ...{ sourceIp: "PUBLIC_INTERNET", portNumberOrServiceName: 22, actionType: "ALLOW" },
        includeWildcardRules: false,
      },
      total: 0,
      says: ["Likely causes"],
    },
  ],
  [
    "What may pass the gateway of the lab, and what of it is open to everything?",
    {
      tool: "list_all_devices",
      rows: [
        { name: "lab-gw", rules: 10 },
        { name: "edge-1", vendor: "Netfilter" },
      ],
    },
    {
      tool: "list_all_security_rules_by_device",
      with: (devices) => ({ deviceId: devices && recordsOf(devices).find(({ name }) => name === "lab-gw")?.id }),
      total: 10,
      rows: [
        {
          ...{ name: "temp: open while the test rig is built", action: "ACCEPT", enabled: true },
          ...{ source: "any", destination: "any", service: "any", hits: 6_912 },
        },
        { policy: "INPUT", name: "No telnet", action: "DROP", service: "tcp/23", lastUsed: null },
      ],
    },
  ],
  [
    "Which rules are beyond their expiration date, who owns them, and are they still used?",
    { tool: "get_siql_reference", with: { sections: ["overview", "rule", "pipes"] }, says: ["usage(PERIOD)", "p."] },
    {
      tool: "execute_siql_query",
      with: { query: "rule{p.expirationDate < date('today')}", endpoint: COUNT, countType: "SECURITYRULE" },
      rows: [{ countType: "SECURITYRULE", count: 4 }],
    },
    {
      tool: "execute_siql_query",
      with: { query: "rule{p.expirationDate < date('today')} | fields(usage(), props)", endpoint: RULES },
      total: 4,
      rows: [
        { device: "edge-1", name: "Old mail server", "p.owner": "Messaging", hits: 0, lastUsed: null },
        { device: "dmz-fw", "p.change_control_number": "CHG-0555", hits: 0 },
        { device: "dc-fw", "p.owner": "Applications", enabled: false },
        { device: "branch-south", "p.exception": "move of the branch", "p.owner": "", hits: 799_200 },
      ],
    },
  ],
  [
    "I look after the offices. What is mine, may I ask about the internet edge, and why not?",
    {
      ...{ as: "limited", tool: "list_all_device_groups", total: 2 },
      rows: [{ name: "Offices", deviceCount: 4 }, { name: "Lab" }],
    },
    {
      ...{ as: "limited", tool: "list_all_devices", total: 4 },
      rows: [{ name: "office-fw" }, { name: "branch-north" }, { name: "branch-south" }, { name: "depot-north" }],
    },
    {
      ...{ as: "limited", tool: "count_firewall_rules", with: { deviceGroupId: 2 } },
      refusal: "Access denied: device group 2 is not authorized for this user",
    },
    {
      ...{ as: "limited", tool: "count_firewall_rules", with: { deviceName: "edge-1" } },
      refusal: 'deviceName "edge-1" is unknown.',
    },
    {
      ...{ as: "nobody", tool: "search_documentation" },
      with: { question: "What does Access denied: device group is not authorized for this user mean?" },
      says: ["/docs/", "x-device-group-id"],
    },
  ],
];

let askers: Readonly<Record<"everybody" | "limited" | "nobody", ReturnType<typeof toolClient>>>;
beforeAll(() => {
  const { apiKey, users } = loaded.access;
  askers = {
    everybody: loaded.client,
    limited: toolClient(loaded.stack.mcpUrl, { apiKey, userId: users.limited }),
    nobody: toolClient(loaded.stack.mcpUrl),
  };
});

test.each(WALK_THROUGHS)("%s", async (_, ...steps) => {
  const answers: CalledTool[] = [];
  for (const step of steps) {
    const input = typeof step.with === "function" ? step.with(...answers) : (step.with ?? {});
    const answer = await askers[step.as ?? "everybody"].call(step.tool, input);
    answers.push(answer);
    expectFacts(step, answer);
  }
});

function expectFacts({ tool, rows = [], total, says = [], refusal }: Step, answer: CalledTool): void {
  if (refusal !== undefined) {
    expect([tool, answer.isError, answer.texts[0]]).toEqual([tool, true, refusal]);
    return;
  }
  expect([tool, answer.isError]).toEqual([tool, false]);
  if (rows.length > 0) {
    const expected = rows.map((row) => expect.objectContaining(row));
    expect(recordsOf(answer)).toEqual(expect.arrayContaining(expected));
  }
  if (total !== undefined) expect(answer.structured.total ?? answer.structured.count).toBe(total);
  for (const part of says) expect(answer.text).toContain(part);
}
