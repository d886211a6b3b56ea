import type { Command } from "./text/commands.ts";

/** Commands that are read. */
const READ = [
  ...["access-group", "access-list", "interface", "ipv6", "name", "nat", "object", "object-group", "route"],
  ...["same-security-traffic", "time-range", "clock"],
];

/** Commands that do not decide whether a packet passes through the device. Some of them inspect packets that pass. */
const WITHOUT_EFFECT = [
  ...[
    "ASA",
    "Cryptochecksum:",
    "Serial",
    "aaa",
    "aaa-server",
    "alias-name",
    "app-agent",
    "arp",
    "asdm",
    "asdm-location",
    "asp",
  ],
  ...["auth-prompt", "auto-update", "aws", "banner", "boot", "call-home", "checkheaps", "class-map", "client-update"],
  ...["cluster", "command-alias", "compression", "configuration", "console", "coredump", "crashinfo", "crypto", "cts"],
  ...["ddns", "dhcp-client", "dhcpd", "dhcprelay", "dns", "dns-group", "domain-name", "dp-tcp-proxy", "dynamic-map"],
  ...["dynamic-access-policy-record", "forward-reference", "ipv6-vpn-addr-assign"],
  ...["enable", "event", "fips", "flow-export", "flow-offload", "fragment", "ftp", "ftp-map", "group-policy", "help"],
  ...[
    "hostname",
    "hpm",
    "http",
    "icmp",
    "imap4s",
    "ip",
    "jumbo-frame",
    "key",
    "lacp",
    "ldap",
    "license",
    "link-status",
  ],
  ...["logging", "logout", "mac-address", "mac-list", "management", "management-access", "max-failed-login-attempts"],
  ...["migration", "monitor-interface", "mount", "mtu", "multicast-routing", "name-interface", "names", "ntp"],
  ...["nve", "object-group-search", "pager", "parameters", "passwd", "password", "password-policy", "pim"],
  ...["policy-list", "policy-map", "pop3s", "prefix-list", "priority-queue", "privilege", "prompt", "quit", "quota"],
  ...[
    "regex",
    "rest-api",
    "route-map",
    "service",
    "service-interface",
    "service-module",
    "service-policy",
    "setup",
    "sla",
    "smtp-server",
  ],
  ...[
    "smtps",
    "snmp",
    "snmp-map",
    "snmp-server",
    "snort",
    "ssh",
    "ssl",
    "sunrpc-server",
    "sysopt",
    "tcp-map",
    "telnet",
  ],
  ...["terminal", "tftp-server", "threat-detection", "timeout", "tls-proxy", "track", "tunnel-group"],
  ...["tunnel-group-map", "uauth", "url-block", "user-identity", "user-message", "username", "vpdn", "vpn"],
  ...["vpn-addr-assign", "vpn-sessiondb", "vpnsetup", "webvpn", "xlate", "zonelabs-integrity", "failover"],
];

/**
 * Commands that decide about traffic or direct it, but are not read. The value is the reason that the reader reports.
 */
const NOT_READ: ReadonlyMap<string, string> = new Map([
  ["router", "routes that the device learns from others are not in its configuration"],
  ["url-server", "filtering by a server is not understood"],
  ["filter", "filtering by a server is not understood"],
  ["shun", "blocked addresses are not understood"],
  ["dynamic-filter", "filtering by a list of the vendor is not understood"],
  ["established", "connections that follow others are not understood"],
  ["zone", "zones of interfaces are not understood"],
  ["policy-route", "routes by policy are not understood"],
  ["static", "translations of versions before 8.3 are not understood"],
  ["virtual", "addresses of the device's own services are not understood"],
  ["wccp", "traffic that is sent to a cache is not understood"],
  ["scansafe", "traffic that is sent to a filtering service is not understood"],
]);

const UNKNOWN = "this command is not known";
const TUNNELS = "traffic through tunnels is not understood";
const SYSOPT = "settings of traffic through tunnels are not understood";
const KIND_OF_OBJECT = "objects of this kind are not understood";

/**
 * Forms of commands that decide about traffic, but that this reader does not understand. All other forms of these
 * commands are read or have no effect on traffic.
 */
const FORMS_NOT_READ: readonly (readonly [command: string, rest: RegExp, reason: string])[] = [
  ["crypto", /^(dynamic-)?map \S+ interface /, TUNNELS],
  ["crypto", /^(ikev1|ikev2|isakmp) enable /, TUNNELS],
  ["sysopt", /^(?!connection (tcpmss|timewait)|noproxyarp|nodnsalias|radius|traffic)/, SYSOPT],
  ["ip", /^verify reverse-path /, "the check of source addresses against the routes is not understood"],
  ["ip", /^audit interface /, "checks for attacks are not understood"],
  ["ipv6", /^enforce-eui64 /, "the check of IPv6 addresses against hardware addresses is not understood"],
  ["ipv6", /^router /, "routes that the device learns from others are not in its configuration"],
  ["ipv6", /^(?!(access-list|dhcp|dhcprelay|icmp|local|neighbor|prefix-list|route|unicast-routing) )/, UNKNOWN],
  ["threat-detection", /^scanning-threat shun/, "addresses that the device blocks by itself are not understood"],
  ["aaa", /^(authentication|authorization) (match|include) /, "traffic that has to wait for a login is not understood"],
  [
    "access-group",
    / per-user-override( |$)/,
    "lists that a server sends for single users are not in the configuration",
  ],
  ["object", /^(?!(network|service) )/, KIND_OF_OBJECT],
  ["object-group", /^(?!(network|service|protocol|icmp-type|user|security) )/, KIND_OF_OBJECT],
];

const known = new Set([...READ, ...WITHOUT_EFFECT]);

/**
 * Returns the reason why a command is reported as not understood. Returns undefined if the command is read, or if it
 * has no effect on traffic. The lines below the command are not checked here.
 */
export function whyNotUnderstood({ words }: Pick<Command, "words">): string | undefined {
  const [word = "", ...rest] = words.map(({ text }) => text);
  if (word === "no") return whyNotTakenBack(rest);
  const form = FORMS_NOT_READ.find(([command, pattern]) => command === word && pattern.test(rest.join(" ")));
  if (form) return form[2];
  // The device prints "Cryptochecksum:" and its digits as one word.
  if (known.has(word.replace(/:.*/, ":"))) return undefined;
  return NOT_READ.get(word) ?? UNKNOWN;
}

/**
 * Returns the reason why a command that begins with `no` is reported as not understood. Returns undefined if the
 * command must not be reported, because it only switches off a known setting. The parameter contains the words after
 * `no`.
 */
function whyNotTakenBack([word = "", ...rest]: readonly string[]): string | undefined {
  if (READ.includes(word)) return "a line that takes back another one is not understood";
  if (word === "sysopt") return whyNotUnderstood({ words: [word, ...rest].map((text) => ({ text, column: 1 })) });
  return known.has(word) || NOT_READ.has(word) ? undefined : UNKNOWN;
}
