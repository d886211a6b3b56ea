import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { readAsa } from "../src/readers/asa/read-asa.ts";
import type { Connection } from "./asa-interpreter.ts";
import { deviceDecides } from "./device-decides.ts";
import { addressOf } from "./iptables-interpreter.ts";

/**
 * The folder with configurations from the unit tests of another firewall analyser. The configurations are not part of
 * this project. The tests below expect the same results as those unit tests.
 */
const material = process.env.TEST_MATERIAL;
const TWO_INTERFACES = [
  ...[
    "interface GigabitEthernet9/0",
    " nameif from",
    " security-level 9",
    "interface GigabitEthernet9/1",
    " nameif to",
  ],
  " security-level 9",
];

type Asked = Partial<Omit<Connection, "destination">> & { readonly destination?: string };

function configuration(name: string): string {
  const text = readFileSync(`${material}/batfish-asa/${name}`, "utf8");
  // Removes text that no device prints: the word `group` after `object-group`, which is Batfish's own notation, and
  // comments at the ends of lines.
  return text.replaceAll(/^object-group group /gm, "object-group ").replaceAll(/ +! .*$/gm, "");
}

function decisionOf(text: string, asked: Asked) {
  const read = readAsa([{ name: "fw", text }]);
  if (!read.ok) throw new Error(read.problem);
  const { inInterface: from = "from", outInterface: to = "to", destination = "192.0.2.1", ...rest } = asked;
  return deviceDecides(
    read.device,
    4,
  )({
    ...{
      from,
      to,
      source: addressOf("192.0.2.2"),
      destination: addressOf(destination),
      protocol: 6,
      port: 80,
      ...rest,
    },
  });
}

/** Returns whether a line with this match lets the connection pass. */
function accepts(file: string, match: string, asked: Asked): boolean {
  const lines = [`access-list T extended permit ${match}`, "access-group T in interface from"];
  const levels = "same-security-traffic permit inter-interface";
  return decisionOf([configuration(file), ...TWO_INTERFACES, levels, ...lines].join("\n"), asked) === "allowed";
}

const networks = "asa-nested-network-object-group";
const services = "asa-nested-service-object-group";
const protocols = "asa-nested-protocol-object-group";
const types = "asa-nested-icmp-type-object-group";
const objects = "asa-service-object";
const inline = "asa-service-object-inline";
const icmp = (icmpType: number): Asked => ({ protocol: 1, icmpType });
const udp = (port: number, sourcePort = 40_000): Asked => ({ protocol: 17, port, sourcePort });

const groups: readonly (readonly [file: string, match: string, asked: Asked, isAccepted: boolean])[] = [
  ...["10.1.1.5", "10.1.2.8", "10.1.4.89"].map(
    (destination) => [networks, "ip any object-group admin", { destination }, true] as const,
  ),
  [networks, "ip any object-group admin", { destination: "1.2.3.4" }, false],
  [networks, "ip any object-group mixed_group", { destination: "10.2.3.4" }, true],
  [services, "udp any any object-group services", udp(53), true],
  [services, "udp any any object-group services", udp(1_234), true],
  [services, "tcp any any object-group services", { port: 2_350 }, true],
  [services, "udp any any object-group mixed_group", udp(4_444), true],
  [services, "tcp any any object-group services", { protocol: 51 }, false],
  ...[2, 6, 89].map((protocol) => [protocols, "object-group protocols any any", { protocol }, true] as const),
  [protocols, "object-group protocols any any", { protocol: 51 }, false],
  [protocols, "object-group mixed_group any any", { protocol: 47 }, true],
  ...[0, 3, 5].map((type) => [types, "icmp any any object-group services", icmp(type), true] as const),
  [types, "icmp any any object-group services", icmp(30), false],
  [types, "icmp any any object-group mixed_group", icmp(18), true],
  [objects, "object OS_TCPUDP any any", { sourcePort: 65_535 }, true],
  [objects, "object OS_TCPUDP any any", udp(1, 65_535), true],
  [objects, "object OS_TCPUDP any any", { sourcePort: 65_534 }, false],
  [objects, "object OS_ICMP any any", icmp(8), true],
  [objects, "object OS_ICMP any any", icmp(0), false],
  [objects, "object-group OGS1 any any", { sourcePort: 65_535 }, true],
  [objects, "object-group OGS1 any any", udp(1_234), true],
  [objects, "object-group OGS1 any any", udp(1_235), true],
  [objects, "object-group OGS1 any any", udp(1_236, 3), true],
  [objects, "object-group OGS1 any any", udp(7, 3_020), true],
  [objects, "object-group OGS1 any any", udp(1_236, 1), false],
  [objects, "object-group OGS_UNDEF_OS any any", {}, false],
  [objects, "object-group OGS_UNDEF_OGS any any", {}, false],
  [objects, "object-group OGS_BUILTIN_REF any any", icmp(8), true],
];

const levels: readonly (readonly [file: string, pairs: readonly string[], isAccepted: boolean])[] = [
  ["", ["inside some-trust", "inside outside", "some-trust outside"], true],
  ["", ["inside inside", "outside outside", "all-trust inside", "inside all-trust"], false],
  ["", ["some-trust inside", "outside inside", "outside some-trust"], false],
  ["-permit-both", ["name1 name1", "name2 name2", "name1 name2", "name2 name1"], true],
  ["-permit-inter", ["name1 name2", "name2 name1"], true],
  ["-permit-inter", ["name1 name1", "name2 name2"], false],
  ["-permit-intra", ["name1 name1", "name2 name2"], true],
  ["-permit-intra", ["name1 name2", "name2 name1"], false],
  ["-deny-tracing", ["out out", "inSameLevel out", "inLowUnfiltered out"], false],
];
const tracing = ["out", "inSameLevel", "inLowFiltered", "inHigh"];

test("a list decides between interfaces of one level where that is permitted", () => {
  const lines = ["access-list T extended permit tcp any any eq 80", "access-group T in interface from"];
  const text = ["ASA Version 9.1", ...TWO_INTERFACES, ...lines].join("\n");
  expect(decisionOf(text, {})).toBe("denied");
  expect(decisionOf(`${text}\nsame-security-traffic permit inter-interface`, {})).toBe("allowed");
});

if (material !== undefined)
  describe("given the configurations", () => {
    test("all of them are read as their tests expect", () => {
      const wrong = groups.filter(([file, match, asked, isAccepted]) => accepts(file, match, asked) !== isAccepted);
      expect(wrong).toEqual([]);
    });

    test("security levels decide as their tests expect", () => {
      const wrong = levels.filter(([file, pairs, isAccepted]) =>
        pairs.some((pair) => {
          const [inInterface = "", outInterface = ""] = pair.split(" ");
          const asked = { inInterface, outInterface, port: 123 };
          return (decisionOf(configuration(`asa-security-level${file}`), asked) === "allowed") !== isAccepted;
        }),
      );
      expect(wrong).toEqual([]);
    });

    test("lists stand before and behind security levels", () => {
      const decided = tracing.map((inInterface) =>
        [123, 80, 22].map((port) =>
          decisionOf(configuration("asa-security-level-permit-tracing"), { inInterface, outInterface: "out", port }),
        ),
      );
      expect(decided).toEqual(tracing.map(() => ["allowed", "denied", "denied"]));
    });

    test("services in lines are read as their tests expect", () => {
      const text = [configuration(inline), ...TWO_INTERFACES, "same-security-traffic permit inter-interface"].join(
        "\n",
      );
      const ask = (list: string, asked: Asked) => decisionOf(`${text}\naccess-group ${list} in interface from`, asked);
      expect([ask("ACL_ICMP", icmp(8)), ask("ACL_ICMP", icmp(0))]).toEqual(["allowed", "denied"]);
      expect([ask("ACL_OSPF", { protocol: 89 }), ask("ACL_OSPF", udp(1))]).toEqual(["allowed", "denied"]);
    });

    test("object translations stand in the order in which a device lists them", () => {
      const listed = readFileSync(`${material}/genieparser-asa/show-nat.txt`, "utf8");
      const pairs = [...listed.matchAll(/Origin: ([\d.]+)\/32, Translated: ([\d.]+)\/32/g)];
      const places = [...listed.matchAll(/^\d+ \((\w+)\) to \((\w+)\) source static (\w+)/gm)];
      const interfaces = places.flatMap(([, real, mapped]) => [real, mapped]);
      const text = [
        "ASA Version 9.1",
        ...interfaces.map((name, at) => `interface GigabitEthernet0/${at}\n nameif ${name}`),
        // The text defines the objects in the reverse of the expected order. The rows have the expected order only if
        // the reader sorts them.
        ...pairs
          .map(([, real, mapped], at) => {
            const [, from, to, name] = places[at] ?? [];
            return `object network ${name}\n host ${real}\n nat (${from},${to}) static ${mapped}`;
          })
          .reverse(),
      ].join("\n");
      const read = readAsa([{ name: "fw", text }]);
      if (!read.ok) throw new Error(read.problem);
      const rows = read.device.policies.find(({ policyType }) => policyType === "NAT")?.rows ?? [];
      expect(
        rows.map(({ inInterface, outInterface, translation }) => [inInterface, outInterface, translation?.source]),
      ).toEqual(
        pairs.map(([, , mapped], at) => [
          [{ members: [{ name: places[at]?.[1] }] }],
          [{ members: [{ name: places[at]?.[2] }] }],
          [{ address: `${mapped}/32` }],
        ]),
      );
      expect(rows).toHaveLength(3);
    });
  });
