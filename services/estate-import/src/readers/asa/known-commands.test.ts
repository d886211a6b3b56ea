import { expect, test } from "@jest/globals";
import { BASE, deviceOf } from "./test/read-configuration.ts";

/** Returns the texts of those lines that are reported as not understood. */
function named(...lines: readonly string[]): readonly string[] {
  return deviceOf(...lines).notUnderstood.map(({ text }) => text);
}

test.each([
  ...["crypto map vpn interface outside", "crypto dynamic-map vpn interface outside", "crypto ikev1 enable outside"],
  ...["crypto ikev2 enable outside client-services port 443", "crypto isakmp enable outside"],
  ...["sysopt connection reclassify-vpn", "no sysopt connection permit-vpn"],
  ...[
    "ip verify reverse-path interface outside",
    "ip audit interface outside attacks",
    "shun 192.0.2.9 10.0.0.1 1 2 6",
  ],
  ...["threat-detection scanning-threat shun duration 60", "aaa authentication match guests inside directory"],
  ...["aaa authentication include http inside 0.0.0.0 0.0.0.0 directory", "established tcp 4000 0"],
  ...["filter url http 0.0.0.0 0.0.0.0 0.0.0.0 0.0.0.0", "url-server (inside) vendor n host 10.0.0.9"],
  ...["dynamic-filter enable interface outside", "virtual telnet 10.0.0.9"],
  ...["wccp interface inside web-cache redirect in", "scansafe general-options"],
  ...["ipv6 enforce-eui64 inside", "ipv6 router ospf 1", "ipv6 frobnicate", "router bgp 65000", "zone outer"],
  ...["object network-service teams", "object-group network-service office"],
  ...["no frobnicate", "no access-list L extended permit ip any any", "frobnicate"],
])("%s is named", (line) => {
  expect(named(line)).toEqual([line]);
});

test.each([
  ["webvpn", "enable outside"],
  ["group-policy clients attributes", "vpn-filter value L"],
  ["username anna attributes", "vpn-filter value L"],
  ["dynamic-access-policy-record guests", "network-acl L"],
  ["policy-map global_policy", "sfr fail-open"],
  ["policy-map global_policy", "ips inline fail-close"],
  ["policy-map global_policy", "inspect scansafe web fail-open"],
  ["policy-map global_policy", "set connection conn-max 100 embryonic-conn-max 50"],
  ["policy-map global_policy", "set connection per-client-max 5"],
  ["policy-map global_policy", "set connection advanced-options tcp-state-bypass"],
  ["policy-map global_policy", "police input 8000000 1500"],
  ["policy-map type inspect http strict", "drop-connection log"],
  ["policy-map type inspect sip strict", "max-forwards-validation action drop log"],
  ["tcp-map strict", "syn-data drop"],
  ["snmp-map strict", "deny version 1"],
  ["interface GigabitEthernet0/3", "no forward interface Vlan1"],
  ["interface GigabitEthernet0/3", "tunnel source interface outside"],
  ["interface GigabitEthernet0/3", "bridge-group 1"],
  ["interface GigabitEthernet0/3", "policy-route route-map m"],
  ["interface GigabitEthernet0/3", "vrf forwarding blue"],
  ["interface GigabitEthernet0/3", "ip address pppoe setroute"],
  ["interface GigabitEthernet0/3", "ipv6 address autoconfig"],
  ["interface GigabitEthernet0/3", "frobnicate"],
])("below %s, %s is named with its place", (command, line) => {
  const { notUnderstood } = deviceOf(command, " nameif dmz", "  class web", `  ${line}`);
  const place = { line: BASE.split("\n").length + 4, column: 3, text: line };
  expect(notUnderstood.filter(({ text }) => text !== "class web")).toMatchObject([place]);
});

test.each([
  ...["logging enable", "clock timezone CET 1", "username anna privilege 15", "user-identity default-domain LOCAL"],
  ...[
    "snmp-server location here",
    "failover",
    "ntp server 10.0.0.5",
    "mtu outside 1500",
    "xlate per-session deny tcp any4 any4",
  ],
  ...["threat-detection basic-threat", "aaa authentication ssh console LOCAL", "crypto ipsec profile p"],
  ...[
    "crypto map vpn 10 match address L",
    "tunnel-group 192.0.2.1 type ipsec-l2l",
    "ip local pool p 10.9.0.1-10.9.0.9",
  ],
  ...["sysopt connection tcpmss 1350", "sysopt noproxyarp inside", "ipv6 icmp permit any outside"],
  ...["ssh 10.0.0.0 255.0.0.0 inside", "http 10.0.0.0 255.0.0.0 inside", "telnet timeout 5", "icmp deny any outside"],
  ...["service-policy global_policy global", "names", "asp rule-engine transactional-commit access-group"],
  ...["dynamic-access-policy-record DfltAccessPolicy", "forward-reference enable", "Cryptochecksum:3b2f"],
  ...["no names", "no failover", "no asdm history enable", "no threat-detection statistics tcp-intercept", "no shun"],
])("%s is not named", (line) => {
  expect(named(line)).toEqual([]);
});

test("the usual inspection is not named", () => {
  const lines = ["class-map inspection_default", " match default-inspection-traffic", "policy-map global_policy"];
  const policy = [
    " class inspection_default",
    "  inspect dns preset_dns_map",
    "  inspect icmp",
    " class class-default",
  ];
  const timeouts = [
    "  set connection advanced-options tcp-strict",
    "  set connection timeout idle 2:00:00",
    "  set connection random-sequence-number disable",
  ];
  const names = ["policy-map type inspect dns preset_dns_map", " parameters", "  message-length maximum 512"];
  expect(named(...lines, ...policy, ...timeouts, ...names, "service-policy global_policy global")).toEqual([]);
});

test("vpn-filter none is not named, nor are lines of interfaces without effect on traffic", () => {
  expect(named("group-policy p attributes", " vpn-filter none", " banner value drop everything")).toEqual([]);
  expect(named("interface Gi0/3", " nameif dmz", " no security-level", " tunnel mode ipsec ipv4", " delay 5")).toEqual(
    [],
  );
});
