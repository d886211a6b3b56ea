import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { discovered, exported, findings, refusal, written } from "../../test/read-exports.ts";
import { createNmapReader } from "./nmap.ts";

const office = exported("nmap/office.xml");
const stated = { account: "office", region: "berlin" };

test("a host has its addresses, name, hardware address and ports; entities are read", async () => {
  const { items } = await discovered(createNmapReader(), [office], stated);
  expect(items).toHaveLength(3);
  expect(items[0]).toMatchObject({
    accountId: "office",
    region: "berlin",
    type: "host",
    id: "10.30.0.2",
    name: "printer.office.example.com",
    hostname: "printer.office.example.com",
    macAddress: "00:1a:2b:3c:4d:5e",
    ips: ["10.30.0.2"],
    item: {
      macVendor: "Example & Sons",
      ports: [
        { protocol: "tcp", port: 80, state: "open", service: "http", product: "nginx", version: "1.24" },
        { protocol: "tcp", port: 631, state: "filtered", service: "ipp" },
      ],
      systems: [{ name: "Linux 5.X", accuracy: "98" }],
    },
  });
  expect(items[2]).toMatchObject({ id: "2001:db8:30::6" });
});

test("hosts that are down, or were only assumed to be up, are left out", async () => {
  const { notes } = await discovered(createNmapReader(), [office], stated);
  expect(notes.map(({ message, count }) => [count, message])).toEqual([
    [1, "left out: a host that is down"],
    [1, "left out: a host without an open port, assumed to be up (-Pn)"],
  ]);
});

test("a report is the same however it is cut into pieces", async () => {
  const long = readFileSync(office.path, "utf8").replace("<scaninfo", `${"<!-- filler -->".repeat(60_000)}<scaninfo`);
  const plain = await discovered(createNmapReader(), [office], stated);
  expect((await discovered(createNmapReader(), [written("long.xml", long)], stated)).items).toEqual(plain.items);
});

test.each([
  ["an interrupted scan", (text: string) => text.slice(0, text.indexOf("<runstats>")), "ends before </nmaprun>"],
  ["a cut tag", (text: string) => text.slice(0, text.indexOf("<osmatch") + 12), "ends before </nmaprun>"],
  [
    "other XML",
    () => '<?xml version="1.0"?><feed/>',
    "is XML with the root <feed>; expected a report written by nmap -oX",
  ],
  ["JSON", () => "{}", "expected a report written by nmap -oX"],
  ["text", () => "Nmap scan report for 10.0.0.1", "expected a report written by nmap -oX"],
  ["a wrong end tag", (text: string) => text.replace("</hostnames>", "</hostname>"), "line 13: unexpected close tag"],
])("%s is refused with a reason", async (_, change, words) => {
  const file = written("scan.xml", change(readFileSync(office.path, "utf8")));
  expect(await refusal(createNmapReader(), [file], stated)).toContain(words);
});

test("entities that a report declares are refused, so they never expand", async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE nmaprun [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
<nmaprun scanner="nmap"><host><status state="up"/><address addr="&b;" addrtype="ipv4"/></host></nmaprun>`;
  expect(await refusal(createNmapReader(), [written("bomb.xml", bomb)], stated)).toContain("invalid character entity");
});

test("a scan that ended with an error covers nothing", async () => {
  const text = readFileSync(office.path, "utf8").replace('exit="success"', 'exit="error"');
  expect(await findings(createNmapReader(), written("scan.xml", text))).toContainEqual({
    kind: "partial",
    why: "the scan did not finish",
  });
});

test("account and region are required", async () => {
  const said = await refusal(createNmapReader(), [office]);
  expect(said).toContain("give --account");
  expect(said).toContain("give --region");
});
