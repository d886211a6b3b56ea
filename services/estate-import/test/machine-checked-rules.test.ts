import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { type AskedConnection, addressOf } from "./iptables-interpreter.ts";
import { listingDecisions } from "./listing-decisions.ts";

/**
 * The folder with iptables rule sets from outside this project. Each rule set has two lists of traffic, computed by a
 * program that is proved to be correct. One list accepts only traffic that the rule set certainly accepts. The other
 * list accepts all traffic that the rule set may accept.
 */
const material = process.env.TEST_MATERIAL;
const RULE_SETS = [
  ["config_random_srv/iptables-save", "config_random_srv/iptables.INP.Ln", "INPUT"],
  ["configs_srvs_ufw/server2-iptables-save", "configs_srvs_ufw/server2-iptables-save.Ln.INP", "INPUT"],
  ["docker_topos/iptables-save.topos4.1", "docker_topos/iptables-save.Ln.FWD", "FORWARD"],
] as const;

interface ListLine {
  readonly isAccepted: boolean;
  readonly protocol: string;
  readonly source: readonly [bigint, bigint];
  readonly destination: readonly [bigint, bigint];
  readonly sourcePort: number | undefined;
  readonly port: number | undefined;
}

test("a list decides by its first line that fits", () => {
  const lines = linesOf(
    "Chain INPUT (policy ACCEPT)\ntarget prot opt source destination\nDROP udp -- 0.0.0.0/0 0.0.0.0/0 udp spt:67 dpt:68\nACCEPT all -- 10.0.0.0/8 10.0.0.1\n",
    "INPUT",
  );
  const asked = { source: addressOf("10.2.0.0"), destination: addressOf("10.0.0.1"), sourcePort: 67, port: 68 };
  expect(isAccepted(lines, { ...asked, protocol: 17 })).toBe(false);
  expect(isAccepted(lines, { ...asked, protocol: 6 })).toBe(true);
  expect(isAccepted(lines, { ...asked, protocol: 6, destination: addressOf("10.0.0.2") })).toBe(true);
  expect(
    isAccepted([...lines, ...linesOf("Chain INPUT\nDROP all -- 0.0.0.0/0 0.0.0.0/0", "INPUT")], {
      ...asked,
      protocol: 6,
      source: 0n,
    }),
  ).toBe(false);
});

for (const [file, lists, chain] of material === undefined ? [] : RULE_SETS)
  test(`${file} is decided between what is surely and what is possibly accepted`, () => {
    const read = (path: string) => readFileSync(`${material}/iptables-semantics/${path}`, "utf8");
    const text = read(file);
    const decide = listingDecisions([{ name: file, text }], 4);
    const [lower, upper] = [linesOf(read(`${lists}.lower`), chain), linesOf(read(`${lists}.upper`), chain)];
    const named = [...text.matchAll(/-[io] ([\w.-]+)/g)].flatMap(([, name]) => (name && name !== "lo" ? [name] : []));
    const others = [...new Set(named), "another0"];
    let asked = 0;
    for (const one of questionsOf([...lower, ...upper], chain)) {
      // The lists `lower` and `upper` name no interfaces. In a list, a source address in 127.0.0.0/8 means that the
      // connection comes from the interface "lo".
      const isLocal = one.source >> 24n === 127n;
      for (const inInterface of isLocal ? ["lo"] : others)
        for (const outInterface of chain === "INPUT" ? [""] : others) {
          const decision = decide({ ...one, inInterface, outInterface });
          asked += 1;
          if (isAccepted(lower, one))
            expect({ one, inInterface, outInterface, decision }).toMatchObject({ decision: "allowed" });
          if (!isAccepted(upper, one))
            expect({ one, inInterface, outInterface, decision }).toMatchObject({ decision: "denied" });
        }
    }
    expect(asked).toBeGreaterThan(300);
  });

function linesOf(text: string, chain: string): ListLine[] {
  const sections = text.split(/^Chain /m);
  const section = sections.find((one) => one.startsWith(`${chain} `) || one.startsWith(`${chain}\n`)) ?? "";
  return section.split("\n").flatMap((line) => {
    const [target = "", protocol = "", dashes, source = "", destination = ""] = line.trim().split(/\s+/);
    if (dashes !== "--") return [];
    const portOf = (name: string) => {
      const [, port] = new RegExp(`\\b${name}:(\\d+)(?!\\S)`).exec(line) ?? [];
      return port === undefined ? undefined : Number(port);
    };
    const ends = { source: rangeOf(source), destination: rangeOf(destination) };
    return [{ isAccepted: target === "ACCEPT", protocol, ...ends, sourcePort: portOf("spt"), port: portOf("dpt") }];
  });
}

function rangeOf(text: string): readonly [bigint, bigint] {
  const [address = "", length = "32"] = text.split("/");
  const first = addressOf(address);
  return [first, first + 2n ** BigInt(32 - Number(length)) - 1n];
}

type Asked = Pick<AskedConnection, "source" | "destination" | "protocol" | "sourcePort" | "port">;

/**
 * Returns whether the first matching line accepts the connection. If no line matches, returns true, because the default
 * policy of these lists is to accept.
 */
function isAccepted(lines: readonly ListLine[], { source, destination, protocol, sourcePort, port }: Asked): boolean {
  const numbers: Readonly<Record<string, number>> = { tcp: 6, udp: 17, icmp: 1 };
  const hit = lines.find(
    (line) =>
      (line.protocol === "all" || numbers[line.protocol] === protocol) &&
      line.source[0] <= source &&
      source <= line.source[1] &&
      line.destination[0] <= destination &&
      destination <= line.destination[1] &&
      (line.sourcePort ?? sourcePort) === sourcePort &&
      (line.port ?? port) === port,
  );
  return hit?.isAccepted ?? true;
}

/**
 * Yields connections for the test. Their addresses are at the ends of the ranges in the lists or next to these ends.
 * Their destination ports are 0, 65535, a port in the lists, or a port next to such a port. Only every seventh
 * combination of values is yielded.
 */
function* questionsOf(lines: readonly ListLine[], chain: "INPUT" | "FORWARD"): Generator<AskedConnection> {
  const near = (ranges: readonly (readonly [bigint, bigint])[]) =>
    [...new Set(ranges.flatMap(([first, last]) => [first - 1n, first, last, last + 1n]))].filter(
      (at) => at >= 0n && at < 2n ** 32n,
    );
  const sources = near(lines.map((line) => line.source));
  const destinations = near(lines.map((line) => line.destination));
  const ports = [
    ...new Set(lines.flatMap(({ port }) => (port === undefined ? [] : [port - 1, port, port + 1])).concat(0, 65_535)),
  ];
  const rest = { family: 4, chain, icmpType: 8, icmpCode: 0, inInterface: "", outInterface: "" } as const;
  let step = 0;
  for (const source of sources)
    for (const destination of destinations)
      for (const protocol of [6, 17, 1, 47])
        for (const port of protocol === 6 || protocol === 17 ? ports : [0])
          for (const sourcePort of [67, 68, 1_024]) {
            step += 1;
            if (step % 7 === 0) yield { ...rest, source, destination, protocol, port, sourcePort };
          }
}
