import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { startManagerServer } from "../test/manager-server.ts";
import { runImport } from "./run-import.ts";

const TOKEN = "s3cret-token";
const RULES = `*filter
:INPUT DROP [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -s 10.0.0.0/8 -p tcp -m tcp --dport 22 -j ACCEPT
-A INPUT -m recent --name bad --rcheck -j DROP
COMMIT
`;

let server: Awaited<ReturnType<typeof startManagerServer>>;
let folder: string;
const printed: string[] = [];

beforeEach(async () => {
  server = await startManagerServer();
  folder = mkdtempSync(join(tmpdir(), "import-"));
  writeFileSync(join(folder, "rules"), RULES);
  printed.length = 0;
});
afterEach(() => server.stop());

function run(
  args: readonly string[],
  { token = TOKEN, searchableMs = 60_000, url = server.url } = {},
): Promise<number> {
  const needs = {
    print: (line: string) => void printed.push(line),
    complain: (line: string) => void printed.push(line),
    resolve: (name: string) => join(folder, name),
    readDestination: () => ({ url, authorization: `Bearer ${token}` }),
    ...{ signal: new AbortController().signal, now: () => new Date(), searchableMs },
  };
  return runImport(needs, args);
}

const usual = ["iptables", "rules", "--device", "edge"];

test("a new device is created in its group, and its revision is waited for", async () => {
  expect(await run([...usual, "--group", "4"])).toBe(0);
  expect(server.devices).toMatchObject([{ name: "edge", deviceGroupIds: [4], product: "iptables" }]);
  expect(server.parts.size).toBe(server.revisions[0]?.parts.length);
  expect(printed).toContain('rules:6:10 -m recent --name bad --rcheck: the match "recent" is not understood');
  expect(printed.join("\n")).toContain("Rules: 2, objects: 0, interfaces: 0, routes: 0, not understood: 1");
  expect(printed.join("\n")).toMatch(/Device 1 \(new\), revision 1 \(new\)\n.*\nSearchable after \d/);
});

test("with --no-wait it ends when the revision is stored", async () => {
  server.requests.length = 0;
  expect(await run([...usual, "--no-wait"])).toBe(0);
  expect(server.revisions.length).toBe(1);
  expect(printed.join("\n")).not.toContain("Searchable");
  expect(server.requests.filter((name) => /GET .*\/rev\/\d/.test(name))).toEqual([]);
});

test("an unchanged configuration sends no part again, and a changed one only those that changed", async () => {
  await run(usual);
  server.requests.length = 0;
  expect(await run(usual)).toBe(0);
  expect(printed.join("\n")).toContain("revision 1 (unchanged)");
  expect(server.requests.filter((name) => name.includes("/part/"))).toEqual([]);
  writeFileSync(join(folder, "rules"), RULES.replace("--dport 22", "--dport 2222"));
  expect(await run([...usual, "--group", "7"])).toBe(0);
  expect(printed.join("\n")).toContain("The device exists; its groups stay as they are.");
  const sent = server.requests.filter((name) => name.includes("/part/")).length;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(server.revisions[0]?.parts.length ?? 0);
});

test("a device that another import creates at the same time is used", async () => {
  server.behaviour.instead.set("GET /device", { status: 200, body: { results: [] } });
  server.behaviour.instead.set("POST /device", { status: 409, body: { message: "the name is taken" } });
  server.devices.push({ id: 1, name: "edge", deviceGroupIds: [] });
  expect(await run(usual)).toBe(0);
  expect(printed.join("\n")).toContain("Device 1 (known)");
});

test("a device of another name in the answer is not taken for the one that was asked for", async () => {
  server.behaviour.instead.set("GET /device", { status: 200, body: { results: [{ id: 9, name: "edge-2" }] } });
  expect(await run(usual)).toBe(0);
  expect(printed.join("\n")).toContain("Device 1 (new)");
});

test("a busy manager is asked again when it says so", async () => {
  server.behaviour.instead.set("PUT /device/1/rev", {
    status: 429,
    headers: { "retry-after": "0" },
    body: { message: "busy" },
  });
  expect(await run(usual)).toBe(0);
  expect(printed.join("\n")).toContain("the manager answers 429; again in 0 s");
});

test.each([
  [
    "another revision came first",
    { status: 409, body: { message: "the newest revision is 7" } },
    "(409): the newest revision is 7",
  ],
  [
    "the caller may not write",
    { status: 403, body: { message: 'the permission "devices (write)" is needed' } },
    "devices (write)",
  ],
  ["another server answers", { status: 200, body: { hello: "there" } }, "is not a security manager"],
])("when %s, the reason is printed", async (_, answer, text) => {
  server.behaviour.instead.set("PUT /device/1/rev", answer);
  expect(await run(usual)).toBe(1);
  expect(printed.join("\n")).toContain(text);
});

test("a wrong token is named by its variable, and never printed", async () => {
  expect(await run(usual, { token: "wr0ng-token" })).toBe(1);
  expect(printed.join("\n")).toContain("(401): a token is needed; check MANAGER_TOKEN");
  expect(printed.join("\n")).not.toMatch(/wr0ng|s3cret/);
});

test("a revision that does not become searchable in time is a failure that says it is stored", async () => {
  server.behaviour.searchableAfter = 1_000;
  expect(await run(usual, { searchableMs: 600 })).toBe(1);
  expect(printed.at(-1)).toContain("Revision 1 is stored, but can't be searched yet");
});

test("a configuration that can't be read sends nothing", async () => {
  writeFileSync(join(folder, "rules"), RULES.replace("COMMIT", "-A INPUT -j nowhere\nCOMMIT"));
  expect(await run(usual)).toBe(65);
  expect(await run(["iptables", "absent", "--device", "edge"])).toBe(65);
  writeFileSync(join(folder, "binary"), Uint8Array.of(0xff, 0xfe, 0x00));
  expect(await run(["asa", "binary", "--device", "edge"])).toBe(65);
  expect(printed).toContain("absent does not exist");
  expect(printed).toContain("binary is not text in UTF-8");
  expect(server.requests).toEqual([]);
});

test("a dry run sends nothing", async () => {
  expect(await run([...usual, "--dry-run"])).toBe(0);
  expect(server.requests).toEqual([]);
});

test("wrong arguments are a misuse, and help is none", async () => {
  expect(await run(["iptables"])).toBe(64);
  expect(await run(["--help"])).toBe(0);
  expect(printed.join("\n")).toContain("npm run import -- KIND FILE...");
});
