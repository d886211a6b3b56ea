import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listen } from "@network-access/testkit/listen";
import { managerClient } from "../clients/manager.ts";
import { shippedCommand } from "../clients/shipped-command.ts";
import { startTestStack, type TestStack } from "../stack.ts";

const folder = mkdtempSync(path.join(tmpdir(), "estate-scenario-"));
let stack: TestStack;
let token: string;

beforeAll(async () => {
  stack = await startTestStack({ only: "estate" });
  token = await stack.token();
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const importing = () => shippedCommand("estate-import", { MANAGER_URL: stack.managerUrl, MANAGER_TOKEN: token });

interface Found {
  readonly total: number;
  readonly results: readonly { readonly displayName: string }[];
}

const search = (entity: string, q: string, bearer = token) =>
  managerClient(stack.managerUrl, bearer).read<Found>(`/siql/${entity}/paged-search`, { q });

const namesOf = (body: Found) => body.results.map((rule) => rule.displayName);

const rules = `*filter
:INPUT DROP [0:0]
:FORWARD DROP [0:0]
:OUTPUT ACCEPT [0:0]
:web - [0:0]
-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A INPUT -s 10.20.0.0/16 -p tcp -m tcp --dport 22 -m comment --comment "administrators" -j ACCEPT
-A INPUT -m recent --name bad --rcheck -j DROP
-A FORWARD -d 192.0.2.0/24 -p tcp -j web
-A web -p tcp -m multiport --dports 80,443 -m comment --comment "web" -j ACCEPT
-A web -s 10.0.0.0/8 -m comment --comment "inside" -j REJECT
COMMIT
`;
const addresses = JSON.stringify([
  { ifname: "eth0", addr_info: [{ family: "inet", local: "10.20.0.1", prefixlen: 16 }] },
  { ifname: "eth1", addr_info: [{ family: "inet", local: "192.0.2.1", prefixlen: 24 }] },
]);
const firewall = `ASA Version 9.12
hostname dc-fw
interface GigabitEthernet0/0
 nameif outside
 security-level 0
 ip address 198.51.100.1 255.255.255.0
interface GigabitEthernet0/1
 nameif inside
 security-level 100
 ip address 10.30.0.1 255.255.255.0
object network server
 host 10.30.0.10
 nat (inside,outside) static 198.51.100.10
object-group service web tcp
 port-object eq www
 port-object eq https
access-list from-outside remark web for everybody
access-list from-outside extended permit tcp any object server object-group web
access-list from-outside extended deny ip any any log
access-group from-outside in interface outside
route outside 0.0.0.0 0.0.0.0 198.51.100.254 1
enable password s3cret-hash encrypted
: end
`;

test("configurations of two kinds are imported, and their rules are found by what they mean", async () => {
  const files = [written("rules.v4", rules), written("addresses.json", addresses)];
  const linux = await importing().run("iptables", ...files, "--device", "edge-1");
  expect([linux.code, linux.complained]).toEqual([0, ""]);
  expect(linux.printed).toContain('rules.v4:8:10 -m recent --name bad --rcheck: the match "recent" is not understood');
  expect(linux.printed).toMatch(/Rules: 6, objects: 0, interfaces: 2, routes: \d+, not understood: 1/);
  expect(linux.printed).toMatch(/Device \d+ \(new\), revision \d+ \(new\)[\s\S]*Searchable after/);
  const asa = await importing().run("asa", written("running-config", firewall), "--device", "dc-fw");
  expect([asa.code, asa.printed]).toEqual([0, expect.stringContaining("(new)")]);

  const web = await search(
    "secrule",
    "rule{action = 'ACCEPT' and destination intersects '192.0.2.7' and service intersects 'tcp/443'}",
  );
  expect(namesOf(web.body)).toEqual(expect.arrayContaining(["web"]));
  const ssh = await search("secrule", "rule{source is subset of '10.0.0.0/8' and service equals 'tcp/22'}");
  expect(namesOf(ssh.body)).toEqual(["administrators"]);
  // Only connections to 192.0.2.0/24 reach the chain of the rule `inside`.
  const inside = await search("secrule", "rule{name = 'inside' and destination equals '192.0.2.0/24'}");
  expect(inside.body.total).toBe(1);
  const server = await search("secrule", "device{name = 'dc-fw'} and rule{destination equals '10.30.0.10'}");
  expect(server.body.results).toMatchObject([
    { comment: "web for everybody", ruleAction: "ACCEPT", srcContext: { zones: [{ name: "outside" }] } },
  ]);
  expect((await search("networkobj", "networkobj{address intersects '10.30.0.10'}")).body.total).toBe(1);
  expect((await search("natrule", "device{name='dc-fw'}")).body.total).toBe(1);
  expect((await search("route", "device{name='dc-fw'} and route{destination equals 'any'}")).body.total).toBe(1);
  expect((await search("interface", "interface{address = '192.0.2.1'}")).body.results).toMatchObject([
    { name: "eth1", ndDevice: { name: "edge-1" } },
  ]);
});

test("the same files again change nothing, and a configuration that can't be read says where", async () => {
  const files = [written("rules.v4", rules), written("addresses.json", addresses)];
  const again = await importing().run("iptables", ...files, "--device", "edge-1");
  expect([again.code, again.printed]).toEqual([0, expect.stringMatching(/\(known\), revision \d+ \(unchanged\)/)]);
  const broken = written("broken.v4", rules.replace("-j web", "-j nowhere"));
  const refused = await importing().run("iptables", broken, "--device", "edge-1");
  expect(refused.code).toBe(65);
  expect(refused.complained).toMatch(/broken\.v4:\d+.*nowhere[\s\S]*Nothing was sent/);
});

test("a caller without estate:view is refused, and one with it can't import", async () => {
  const stranger = await stack.token({ permissions: ["inventory:view"] });
  expect(await search("device", "device{id > 0}", stranger)).toMatchObject({
    status: 403,
    body: { code: "FORBIDDEN" },
  });
  const viewer = await stack.token({ permissions: ["estate:view"] });
  expect((await search("device", "device{id > 0}", viewer)).status).toBe(200);
  const command = shippedCommand("estate-import", { MANAGER_URL: stack.managerUrl, MANAGER_TOKEN: viewer });
  const ended = await command.run("iptables", written("rules.v4", rules), "--device", "another");
  expect([ended.code, ended.complained]).toEqual([1, expect.stringContaining("(403)")]);
});

test("an import that gets SIGINT while it waits for the manager says so and ends with 130", async () => {
  const asked = Promise.withResolvers<void>();
  const silent = await listen(createServer(() => asked.resolve()));
  const command = shippedCommand("estate-import", { MANAGER_URL: silent.url, MANAGER_TOKEN: token });
  const { child, ended } = command.start("iptables", written("rules.v4", rules), "--device", "edge-1");
  await Promise.race([asked.promise, ended]);
  child.kill("SIGINT");
  const { code, complained } = await ended;
  await silent.stop();
  expect([code, complained]).toEqual([130, expect.stringContaining("Interrupted.")]);
});

test("imported rules are found after the manager was killed and started again", async () => {
  const manager = stack.process("security-manager");
  await manager.kill("SIGKILL");
  await manager.start();
  expect((await search("secrule", "rule{name = 'administrators'}")).body.total).toBe(1);
});
