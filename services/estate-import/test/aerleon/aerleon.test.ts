import { afterAll, describe, expect, test } from "@jest/globals";
import type { Decision } from "@network-access/estate-model/device-decisions";
import fc from "fast-check";
import { readAsa } from "../../src/readers/asa/read-asa.ts";
import { readIptables } from "../../src/readers/iptables/read-iptables.ts";
import { deviceDecides } from "../device-decides.ts";
import { addressOf } from "../iptables-interpreter.ts";
import { aerleonPolicies, everyName, type PolicyKind, withPrefix } from "./aerleon-generator.ts";
import { type AerleonPolicy, type AerleonTerm, networksText, policyText, servicesText } from "./aerleon-policy.ts";
import { type AskedPacket, askedPackets, ICMP_TYPES, PROTOCOLS } from "./asked-packets.ts";
import { type Action, runAerleon } from "./run-aerleon.ts";

/**
 * Tests our readers against aerleon, a rule generator that is independent of this project. aerleon generates the rules
 * of an iptables device and of an ASA from one policy. Our readers read these rules. The test then compares, for the
 * same packets, the decisions of the rules with the decisions of aclcheck, the checker of aerleon.
 *
 * `AERLEON` is the path of a Python interpreter in whose environment aerleon is installed.
 */
const python = process.env.AERLEON;
const SEED = Number(process.env.AERLEON_SEED ?? 1);
const POLICIES = Number(process.env.AERLEON_POLICIES ?? 25);
const PACKETS = 500;
const KINDS: readonly PolicyKind[] = ["iptables and ASA", "iptables", "ip6tables"];

test("a policy and its definitions are written as aerleon reads them", () => {
  const sides = {
    "source-address": ["N1"],
    "source-exclude": [],
    "destination-address": [],
    "destination-exclude": [],
  };
  const ports = { "source-port": [], "destination-port": ["S1"], "icmp-type": [] };
  const rest = { protocol: ["tcp", "udp"], option: [], logging: ["true"], action: ["accept"] };
  const policy: AerleonPolicy = {
    networks: [{ name: "N1", addresses: ["10.0.0.0/8"], nested: ["N0"] }],
    services: [{ name: "S1", ports: ["tcp 22", "udp 1024-65535"], nested: ["S0"] }],
    targets: ["speedway FORWARD DROP"],
    terms: [{ ...sides, ...rest, ...ports }],
  };
  expect(policyText(policy)).toBe(
    [
      'header {\n  comment:: "Generated"\n  target:: speedway FORWARD DROP\n}',
      "term t0 {\n  source-address:: N1\n  protocol:: tcp udp\n  logging:: true\n  action:: accept\n  destination-port:: S1\n}\n",
    ].join("\n"),
  );
  expect(networksText(policy.networks)).toBe('{"networks":{"N1":{"values":[{"address":"10.0.0.0/8"},{"name":"N0"}]}}}');
  expect(servicesText(policy.services)).toBe(
    '{"services":{"S1":[{"protocol":"tcp","port":"22"},{"protocol":"udp","port":"1024-65535"},{"name":"S0"}]}}',
  );
});

if (python !== undefined)
  describe(`given the policies of AERLEON_SEED=${SEED}`, () => {
    const policies = KINDS.flatMap((kind, number) => {
      const random = fc.sample(aerleonPolicies(kind), { seed: SEED + number, numRuns: POLICIES });
      const all = kind === "iptables and ASA" ? [...random, everyName] : random;
      return all.map((policy, at) => ({ kind, policy: withPrefix(`P${number}_${at}_`, policy) }));
    });
    const aerleon = runAerleon(
      python,
      policies.map(({ policy }) => policy),
    );
    afterAll(aerleon.remove);

    test.each(KINDS)("what is written for %s is read into the traffic that aclcheck finds", (kind) => {
      const cases = policies.flatMap((one, at) => {
        if (one.kind !== kind) return [];
        const packets = askedPackets(one.policy, kind === "ip6tables" ? 6 : 4, { seed: SEED + at, count: PACKETS });
        return [{ ...one, at, packets }];
      });
      const answers = aerleon.check(cases.flatMap(({ policy, packets }) => questionsOf(policy, packets)));
      let asked = 0;
      const decisions = new Set<Decision>();
      for (const { policy, packets, at } of cases) {
        const checked = new Map(
          questionsOf(policy, packets).flatMap(({ packets: some }) => {
            const actions = answers.shift() ?? [];
            return some.map((packet, place) => [packet, actions[place] ?? null] as const);
          }),
        );
        const decided = packets.map((packet) => decidedAs(policy, checked.get(packet) ?? null));
        const read = readersOf(kind, at);
        for (const [name, decide] of Object.entries(read))
          packets.forEach((packet, place) => {
            asked += 1;
            const decision = decide(packet);
            decisions.add(decision);
            if (decision !== decided[place])
              expect({
                policy: policyText(policy),
                written: aerleon.written(at, name === "asa" ? ".asa" : ".ipt"),
                packet,
                decision,
              }).toEqual(decided[place]);
          });
      }
      expect([...decisions].sort()).toEqual(["allowed", "denied"]);
      expect(asked).toBe((kind === "iptables and ASA" ? 2 * (POLICIES + 1) : POLICIES) * PACKETS);
    });

    test("the command says of a packet what the library says", () => {
      const at = policies.findIndex(({ policy }) => !policy.terms.some(hasExclusions));
      const { policy, kind } = policies[at] ?? {};
      if (policy === undefined) throw new Error("no policy is without exclusions");
      const packets = askedPackets(policy, kind === "ip6tables" ? 6 : 4, { seed: SEED, count: 40 });
      const some = packets.filter(({ icmp }) => icmp === undefined).slice(0, 5);
      const [answers] = aerleon.check([{ policy, packets: some }]);
      // The last term in the output of aclcheck decides.
      const printed = some.map((packet) => /(\S+)\s*$/.exec(aerleon.command(at, packet))?.[1] ?? null);
      expect(printed).toEqual(answers);
    });

    function readersOf(kind: PolicyKind, at: number): Record<string, (packet: AskedPacket) => Decision> {
      const family = kind === "ip6tables" ? 6 : 4;
      // The iptables reader learns the address family from this header, which aerleon does not write. From the rules
      // alone, the reader can't always tell the family.
      const header = `# Generated by ${family === 6 ? "ip6tables" : "iptables"}-save`;
      const iptables = readIptables([{ name: "policy.ipt", text: `${header}\n${aerleon.written(at, ".ipt")}` }]);
      if (!iptables.ok) throw new Error(iptables.problem);
      expect(iptables.device.notUnderstood).toEqual([]);
      const decideIptables = deviceDecides(iptables.device, family);
      const readers = { iptables: (packet: AskedPacket) => decideIptables(connectionOf(packet)) };
      if (kind !== "iptables and ASA") return readers;
      const asa = readAsa([{ name: "policy.asa", text: asaConfiguration(aerleon.written(at, ".asa")) }]);
      if (!asa.ok) throw new Error(asa.problem);
      expect(asa.device.notUnderstood).toEqual([]);
      const decideAsa = deviceDecides(asa.device, 4);
      return { ...readers, asa: (packet) => decideAsa(connectionOf(packet)) };
    }
  });

/**
 * Reports whether a term has exclusions. The command aclcheck does not read exclusions, whereas aclcheck.py applies
 * them. The two can be compared only for policies without exclusions.
 */
function hasExclusions(term: AerleonTerm): boolean {
  return term["source-exclude"].length > 0 || term["destination-exclude"].length > 0;
}

/**
 * Returns the questions for aclcheck: one for each ICMP type of the packets, and one for all packets without an ICMP
 * type. aclcheck ignores ICMP types. In the policy of a question, terms that match only other ICMP types are therefore
 * left out.
 */
function questionsOf(policy: AerleonPolicy, packets: readonly AskedPacket[]) {
  const types = [...new Set(packets.map(({ icmp }) => icmp))];
  return types.map((icmp) => ({
    packets: packets.filter((packet) => packet.icmp === icmp),
    policy: {
      ...policy,
      terms: policy.terms.filter(
        (term) => term["icmp-type"].length === 0 || (icmp !== undefined && term["icmp-type"].includes(icmp)),
      ),
    },
  }));
}

function decidedAs({ targets }: AerleonPolicy, action: Action): Decision {
  const isAccepted = action === null ? targets.some((target) => / ACCEPT\b/.test(target)) : action === "accept";
  return isAccepted ? "allowed" : "denied";
}

function connectionOf({ source, destination, protocol, sourcePort, port, icmp }: AskedPacket) {
  const type =
    icmp === undefined ? {} : { icmpType: ICMP_TYPES[protocol === "icmp" ? 4 : 6][icmp] ?? 255, icmpCode: 0 };
  const ends = { source: addressOf(source), destination: addressOf(destination) };
  return { ...ends, ...type, sourcePort, port, protocol: PROTOCOLS[protocol] ?? 255, from: "from", to: "to" };
}

/**
 * Returns the configuration of an ASA with the interfaces "from" and "to". The access list `list` applies to traffic
 * that enters through "from". The line "clear configure" of aerleon's text is left out, because it is a command that a
 * device never prints.
 */
function asaConfiguration(list: string): string {
  const interfaces = ["from", "to"].flatMap((name, at) => [
    `interface GigabitEthernet0/${at}`,
    ` nameif ${name}`,
    " security-level 50",
  ]);
  return [
    ...["ASA Version 9.16(2)", ...interfaces, "same-security-traffic permit inter-interface"],
    ...list.split("\n").filter((line) => !line.startsWith("clear configure ")),
    "access-group edge-in in interface from",
  ].join("\n");
}
