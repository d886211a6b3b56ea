import { expect, test } from "@jest/globals";
import { deviceOf, table } from "./test/read-device.ts";

const rules4 = table("filter", ":FORWARD DROP [0:0]", "-A FORWARD -s 10.0.0.0/8 -j ACCEPT");
const rules6 = table("filter", ":FORWARD DROP [0:0]", "-A FORWARD -s fd00::/8 -j ACCEPT");
const addresses = (...local: readonly string[]) => {
  const info = local.map((one) => ({ family: one.includes(":") ? "inet6" : "inet", local: one, prefixlen: 24 }));
  return JSON.stringify([{ ifname: "eth0", addr_info: info }], undefined, 1);
};

test("a family that the device has addresses of, but no listing, is named", () => {
  const reason = (program: string, family: number) =>
    `the rules of IPv${family} are in no file; add what ${program} prints`;
  expect(deviceOf(rules4, addresses("10.0.0.1", "2001:db8::1")).notUnderstood).toEqual([
    { file: "2", line: 12, column: 14, text: "2001:db8::1", reason: reason("ip6tables-save", 6) },
  ]);
  expect(deviceOf(rules6, addresses("10.0.0.1", "2001:db8::1")).notUnderstood).toMatchObject([
    { text: "10.0.0.1", reason: reason("iptables-save", 4) },
  ]);
});

test.each([
  ["both listings", [rules4, rules6, addresses("10.0.0.1", "2001:db8::1")]],
  ["no other address than loopback and link-local ones", [rules4, addresses("10.0.0.1", "::1", "fe80::1")]],
  ["no file with addresses", [rules4]],
])("with %s, no family is named", (_, files) => {
  expect(deviceOf(...files).notUnderstood).toEqual([]);
});
