import { expect, test } from "@jest/globals";
import { readAddresses } from "../arguments/read-addresses.ts";
import { type RuleCriteria, ruleQuery } from "./rule-query.ts";

function addresses(text: string) {
  const read = readAddresses(text);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

const INTERNET =
  "('1.0.0.0-9.255.255.255', '11.0.0.0-100.63.255.255', '100.128.0.0-126.255.255.255', '128.0.0.0-169.253.255.255', " +
  "'169.255.0.0-172.15.255.255', '172.32.0.0-191.255.255.255', '192.0.1.0/24', '192.0.3.0-192.88.98.255', " +
  "'192.88.100.0-192.167.255.255', '192.169.0.0-198.17.255.255', '198.20.0.0-198.51.99.255', " +
  "'198.51.101.0-203.0.112.255', '203.0.114.0-223.255.255.255', '2000::/16', " +
  "'2001:200::-2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::-2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', " +
  "'2003::-3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::-3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')";

/**
 * Queries, each with the criteria from which it is written. The security manager's own parser and compiler accept all
 * of these queries and read the intended sets from them.
 */
const QUERIES: readonly (readonly [string, RuleCriteria & { readonly more?: string }])[] = [
  ["devicegroup{id = 1} AND rule{true}", { groupId: 1 }],
  ["devicegroup{id = 1} AND rule{disabled = true}", { groupId: 1, more: "disabled = true" }],
  ["devicegroup{id = 3} AND device{id = 7} AND rule{true}", { groupId: 3, deviceId: 7 }],
  [
    "devicegroup{id = 3} AND rule{source INTERSECTS '10.0.0.0/8'}",
    { groupId: 3, source: addresses("10.1.2.3/8"), includeWildcardRules: true },
  ],
  [
    "devicegroup{id = 3} AND rule{destination INTERSECTS '2001:db8::1-2001:db8::9' AND service INTERSECTS ('tcp/443', 'udp/443') AND action = 'ACCEPT'}",
    {
      ...{ groupId: 3, destination: addresses("2001:db8::1-2001:db8::9"), services: ["tcp/443", "udp/443"] },
      actionType: "ALLOW",
    },
  ],
  [
    `devicegroup{id = 3} AND device{id = 7} AND rule{source INTERSECTS ${INTERNET} AND destination INTERSECTS '::/0' AND service INTERSECTS ('any', 'icmp/8', 'icmpv6/3/4', 'ip/47', 'tcp') AND source.any = false AND destination.any = false AND service.any = false AND action ~ ('DROP', 'REJECT') AND disabled = true}`,
    {
      ...{ groupId: 3, deviceId: 7, source: addresses("PUBLIC_INTERNET"), destination: addresses("::/0") },
      ...{ services: ["any", "icmp/8", "icmpv6/3/4", "ip/47", "tcp"], actionType: "DENY", includeWildcardRules: false },
      more: "disabled = true",
    },
  ],
  [
    "devicegroup{id = 3} AND rule{destination INTERSECTS '10.0.0.1' AND destination.any = false}",
    { groupId: 3, destination: addresses("10.0.0.1"), includeWildcardRules: false },
  ],
  [
    "devicegroup{id = 3} AND rule{source.any = false AND destination.any = false AND service.any = false AND action = 'ACCEPT'}",
    { groupId: 3, actionType: "ALLOW", includeWildcardRules: false },
  ],
];

test.each(QUERIES)("%s", (query, { more, ...criteria }) => {
  expect(ruleQuery(criteria, more)).toBe(query);
});
