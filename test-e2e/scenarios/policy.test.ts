import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { between, type Intervene } from "../clients/between.ts";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import type { GraphClient } from "../clients/graph.ts";
import { shippedCommand } from "../clients/shipped-command.ts";
import { startTestStack, type TestStack } from "../stack.ts";

const root = mkdtempSync(path.join(tmpdir(), "policy-scenario-"));
let stack: TestStack;
let graph: GraphClient;
let token: string;
let policy: ReturnType<typeof shippedCommand>;

beforeAll(async () => {
  stack = await startTestStack({ only: "requests" });
  graph = stack.graph();
  token = await stack.token();
  policy = shippedCommand("policy", { GRAPH_URL: stack.graphUrl, GRAPH_TOKEN: token });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Creates a policy folder. */
function folder(name: string, files: Readonly<Record<string, string>>): string {
  const made = path.join(root, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(made, file)), { recursive: true });
    writeFileSync(path.join(made, file), text);
  }
  return made;
}

const boundary = (id: string, action: "Pass" | "Fail", net: number, more = "") => `- id: ${id}
  name: ${action} ${id}
  action: ${action}
  sources: [{ type: Cidr, cidr: 10.${net}.0.0/16 }]
  destinations: [{ type: Cidr, cidr: 192.0.2.0/24 }]
  services: [{ type: TCP, portStart: 443, portEnd: 443 }]
${more}`;

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const several = (prefix: string, action: "Pass" | "Fail", from: number, to: number) =>
  numbers(from, to)
    .map((n) => boundary(`${prefix}-${n}`, action, n))
    .join("");

interface Kept {
  readonly id: string;
  readonly source: string | null;
  readonly revision: number;
  readonly createdAt: string;
  readonly action: string;
}
interface KeptPage {
  readonly boundaries: { readonly items: readonly Kept[]; readonly pageInfo: { readonly nextPageKey: string | null } };
}
async function kept(source: string | null): Promise<Kept[]> {
  const found: Kept[] = [];
  for (let key: string | null = null; ; ) {
    const { boundaries }: KeptPage = await graph.get(
      `query ($key: String) { boundaries(nextPageKey: $key, limit: 100) { items { id source revision createdAt action } pageInfo { nextPageKey } } }`,
      { key },
    );
    found.push(...boundaries.items.filter((one) => one.source === source));
    key = boundaries.pageInfo.nextPageKey;
    if (key === null) return found;
  }
}

/** Runs the command with a proxy in front of the graph. */
async function withProxy<Result>(
  intervene: Intervene,
  work: (command: typeof policy) => Promise<Result>,
): Promise<Result> {
  const way = await between(stack.graphUrl, intervene);
  try {
    return await work(shippedCommand("policy", { GRAPH_URL: way.url, GRAPH_TOKEN: token }));
  } finally {
    await way.stop();
  }
}

test("a folder of forty boundaries is shown, applied, found unchanged, edited and reduced", async () => {
  const files = {
    "a-grants.yaml": several("grant", "Pass", 0, 30),
    "deeper/b-prohibitions.yaml": several("forbid", "Fail", 30, 40),
  };
  const dir = folder("forty", files);
  const apply = ["apply", dir, "--source", "forty"];

  const shown = await policy.run(...apply);
  expect(shown).toMatchObject({ code: 2, complained: "" });
  expect(shown.printed).toContain("Plan: 40 to add, 0 to change, 0 to remove.\nNothing was changed.");
  expect(await kept("forty")).toEqual([]);

  const applied = await policy.run(...apply, "--yes");
  expect(applied).toMatchObject({ code: 0, complained: expect.not.stringContaining("Stopped") });
  expect(applied.printed).toContain("Applied: 40 added, 0 changed, 0 removed.");
  const all = await kept("forty");
  const times = (action: string) =>
    all
      .filter((one) => one.action === action)
      .map(({ createdAt }) => createdAt)
      .sort();
  expect(all).toHaveLength(40);
  // All prohibitions were created before the first grant.
  expect(String(times("Fail").at(-1)) <= String(times("Pass")[0])).toBe(true);

  const again = await policy.run(...apply, "--delete", "--yes");
  expect(again).toMatchObject({ code: 0, complained: "" });
  expect(again.printed).toContain("Nothing to do: 40 boundaries equal the files.");

  folder("forty", {
    "a-grants.yaml": several("grant", "Pass", 0, 29).replace("cidr: 10.7.0.0/16", "cidr: 10.7.0.0/17"),
  });
  const edited = await policy.run(...apply, "--delete", "--yes");
  expect(edited.printed).toContain(
    `  ~ grant-7  (${dir}/a-grants.yaml:43; revision 1)
      sources:
        - 10.7.0.0/16
        + 10.7.0.0/17
  - grant-29  (revision 1, by ${stack.email} on `,
  );
  expect(edited.printed).toContain("Plan: 0 to add, 1 to change, 1 to remove.");
  expect(edited.printed).toContain("Applied: 0 added, 1 changed, 1 removed.");
  expect(edited.code).toBe(0);
  const revisions = Object.fromEntries((await kept("forty")).map(({ id, revision }) => [id, revision]));
  expect(revisions).toMatchObject({ "grant-7": 2, "grant-8": 1 });
  expect(revisions).not.toHaveProperty("grant-29");
  expect(Object.values(edited).join()).not.toContain(token);
});

test("more than 30 % of a source is removed only with --force", async () => {
  const dir = folder("shrinks", { "all.yaml": several("shrinking", "Pass", 0, 10) });
  const apply = ["apply", dir, "--source", "shrinks", "--delete", "--yes"];
  expect((await policy.run(...apply)).code).toBe(0);
  folder("shrinks", { "all.yaml": several("shrinking", "Pass", 0, 6) });
  const careful = await policy.run(...apply);
  expect(careful.code).toBe(1);
  expect(careful.complained).toContain('This would remove 4 of the 10 boundaries of "shrinks" (40 %).');
  expect(await kept("shrinks")).toHaveLength(10);
  const insisting = await policy.run(...apply, "--force");
  expect(insisting.code).toBe(0);
  expect(await kept("shrinks")).toHaveLength(6);
});

test("killed and run again, it applies the rest", async () => {
  const dir = folder("killed", { "all.yaml": several("killed", "Pass", 0, 25) });
  const apply = ["apply", dir, "--source", "killed", "--yes"];
  let kill: () => void = () => undefined;
  const isAtTheTenth = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const intervene: Intervene = async (operation, count) => {
    if (operation !== "SaveBoundary" || count < 10) return "pass";
    kill();
    return "hold the answer";
  };
  await withProxy(intervene, async (command) => {
    const { child, ended } = command.start(...apply);
    await isAtTheTenth;
    child.kill("SIGKILL");
    expect((await ended).code).toBeNull();
  });
  // The command was killed after it had sent the tenth save. The service stores this boundary, although the response is
  // lost.
  await eventually(
    () => kept("killed"),
    ({ length }) => length === 10,
  );
  const again = await policy.run(...apply);
  expect(again.code).toBe(0);
  expect(again.printed).toContain("Applied: 15 added, 0 changed, 0 removed.");
  const after = await kept("killed");
  expect(after).toHaveLength(25);
  expect(after.every(({ revision }) => revision === 1)).toBe(true);
});

test("a concurrent change is not overwritten, and the outcome of a lost answer is read", async () => {
  const dir = folder("raced", { "all.yaml": several("raced", "Pass", 0, 3) });
  const apply = ["apply", dir, "--source", "raced", "--yes"];
  await policy.run(...apply);
  folder("raced", { "all.yaml": several("raced", "Pass", 10, 12).replaceAll("raced-1", "raced-") });
  const theirs = { id: "raced-1", name: "Theirs", action: "Pass", source: "raced" };
  const sides = {
    sources: [{ type: "Cidr", cidr: "10.250.0.0/16" }],
    destinations: [{ type: "Any" }],
    services: [{ type: "AllTCP" }],
  };
  const intervene: Intervene = async (operation, count) => {
    if (operation !== "SaveBoundary") return "pass";
    if (count === 1) return "break the connection";
    await changeRequests(graph).saveBoundary({ ...theirs, ...sides });
    return "pass";
  };
  const { code, complained } = await withProxy(intervene, (command) => command.run(...apply));
  expect(complained).toContain('Stopped at "raced-1": it was changed meanwhile, and that change was kept.');
  expect(complained).toContain("1 of 2 steps are done. Run the same command again for the rest.");
  expect(code).toBe(1);
  expect((await kept("raced")).map(({ id, revision }) => `${id}@${revision}`)).toEqual([
    "raced-0@2",
    "raced-1@2",
    "raced-2@1",
  ]);
});

test("boundaries of another source or of none are never changed", async () => {
  const theirs = folder("theirs", { "all.yaml": several("theirs", "Pass", 0, 2) });
  await policy.run("apply", theirs, "--source", "theirs", "--yes");
  await changeRequests(graph).saveBoundary({
    id: "nobodys",
    name: "By hand",
    action: "Pass",
    sources: [{ type: "Any" }],
    destinations: [{ type: "Any" }],
    services: [{ type: "AllTCP" }],
    ...{ enforced: false },
  });
  const before = [await kept("theirs"), await kept(null)];
  const dir = folder("greedy", {
    "all.yaml": boundary("theirs-1", "Pass", 9) + boundary("nobodys", "Pass", 9) + boundary("mine", "Pass", 9),
  });
  const { code, complained } = await policy.run("apply", dir, "--source", "greedy", "--delete", "--force", "--yes");
  expect(complained).toContain(`${dir}/all.yaml:1: "theirs-1" exists and belongs to the source "theirs"`);
  expect(complained).toContain('"nobodys" exists and belongs to no source');
  expect(code).toBe(1);
  expect(await kept("greedy")).toEqual([]);
  expect([await kept("theirs"), await kept(null)]).toEqual(before);
});

test("applying an export finds nothing to do", async () => {
  const dir = folder("exported", {
    "all.yaml": `${boundary("export/é", "Fail", 1, '  partialMatch: Fail\n  message: "two\\nlines"\n  projectIds: [a, "1"]\n')}- id: export-items
  name: Items and groups
  action: Score
  score: -5
  enforced: false
  ruleActions: [Deny, Allow]
  platforms: [{ name: P, provider: aws, accountId: "1" }]
  sources: [{ type: ConnectGroup, groupId: web, comparison: Equals }, { type: Any, negate: false }]
  destinations: [{ type: InventoryItem, itemKey: { accountId: a, region: r, type: t, id: i }, negate: true }]
  services: [{ type: PortRangeSize, maxSize: 5 }, { type: ICMPv6, icmpType: 1, icmpCode: 2 }, { type: CustomProtocol, protocol: 50 }, { type: AllUDP }]
`,
  });
  expect((await policy.run("apply", dir, "--source", "exported", "--yes")).code).toBe(0);
  const out = path.join(root, "export-out");
  const exported = await policy.run("export", out, "--source", "exported");
  expect(exported).toMatchObject({ code: 0, printed: `2 boundaries of "exported": ${out}\n` });
  expect(readFileSync(path.join(out, "export-items.yaml"), "utf8")).toContain("groupId: web, comparison: Equals");
  const again = await policy.run("apply", out, "--source", "exported", "--delete");
  expect(again.printed).toContain("Nothing to do: 2 boundaries equal the files.");
  expect(again.code).toBe(0);
});

test("the dry run names the request that an edit would flip, with the rule that decides, and stores nothing", async () => {
  const dir = folder("previewed", {
    "all.yaml": boundary("previewed-1", "Pass", 201) + boundary("previewed-2", "Pass", 202),
  });
  expect((await policy.run("apply", dir, "--source", "previewed", "--yes")).code).toBe(0);
  const client = changeRequests(graph);
  const asks = (id: string, net: number) => ({
    id,
    name: id,
    projectId: "shop",
    rules: [{ id: "web", ...tcpRule(`10.${net}.128.0/24`, "192.0.2.7/32", 443) }],
  });
  await client.save(asks("flips", 201));
  await client.save(asks("stays", 202));
  expect(await client.judged("flips")).toMatchObject({ state: "Pass" });
  const preview = ["preview", dir, "--source", "previewed"];

  const calm = await policy.run(...preview);
  expect(calm).toMatchObject({ code: 0, complained: "" });
  expect(calm.printed).toContain("Nothing to do, so nothing would flip.");

  folder("previewed", {
    "all.yaml":
      boundary("previewed-1", "Pass", 201).replace("10.201.0.0/16", "10.201.0.0/17") +
      boundary("previewed-2", "Pass", 202, "  message: only words\n"),
  });
  const flipping = await policy.run(...preview);
  expect(flipping.printed).toMatch(
    /~ previewed-1: would flip 1 of \d+ stored requests\n {6}flips \(revision 1\): Pass -> Review, rule web\n {8}\S.*\n/,
  );
  expect(flipping.printed).toMatch(/~ previewed-2: flips nothing of \d+ stored requests\n/);
  expect(flipping.printed).toContain("1 edit of 2 would flip 1 request.");
  expect(flipping).toMatchObject({ code: 2, complained: "" });
  expect((await policy.run(...preview, "--refuse-flips")).code).toBe(1);
  expect((await kept("previewed")).map(({ revision }) => revision)).toEqual([1, 1]);

  folder("previewed", { "all.yaml": boundary("previewed-2", "Pass", 202) });
  expect((await policy.run(...preview)).code).toBe(0);
  const removing = await policy.run(...preview, "--delete");
  expect(removing.printed).toMatch(
    /- previewed-1: would flip 1 of \d+ stored requests\n {6}flips \(revision 1\): Pass -> Review/,
  );
  expect(await client.read("flips")).toMatchObject({ state: "Pass", revision: 1 });
});

test("a read-only token gets the missing permission named, and is never shown", async () => {
  const dir = folder("forbidden", { "all.yaml": boundary("forbidden", "Pass", 1) });
  const looking = await stack.token({ permissions: ["boundary:view"] });
  const command = shippedCommand("policy", { GRAPH_URL: stack.graphUrl, GRAPH_TOKEN: looking });
  expect((await command.run("apply", dir, "--source", "forbidden")).code).toBe(2);
  const refused = await command.run("apply", dir, "--source", "forbidden", "--yes");
  expect(refused.complained).toMatch(/boundary:edit.*use a token with that permission/);
  expect(refused.code).toBe(1);
  const forged = shippedCommand("policy", { GRAPH_URL: stack.graphUrl, GRAPH_TOKEN: await stack.forgedToken() });
  const stranger = await forged.run("apply", dir, "--source", "forbidden", "--yes");
  expect(stranger.complained).toContain("check GRAPH_TOKEN");
  expect(stranger.code).toBe(1);
  expect(JSON.stringify([refused, stranger])).not.toContain(looking);
});
