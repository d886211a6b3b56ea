import { type Note, type Reading, unknown, wrong } from "../../text/not-understood.ts";
import { readNetwork } from "../../text/parse-address.ts";
import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import type { Command } from "../text/commands.ts";
import { redactLine } from "../text/redact-text.ts";
import { readWords } from "../text/word-reader.ts";

/** An interface that passes traffic. */
export interface AsaInterface {
  readonly name: string;
  /** The name of the physical interface. */
  readonly displayName: string;
  readonly line: number;
  level: number;
  disabled: boolean;
  managementOnly: boolean;
  /** The addresses of the interface itself, each with the prefix length of the interface's network. */
  readonly addresses: string[];
  readonly standby: string[];
  /** True if the configuration does not contain all addresses of the interface. */
  hasUnknownAddress: boolean;
}

type InterfacesReading =
  | { readonly ok: true; readonly interfaces: readonly AsaInterface[]; readonly notes: readonly Note[] }
  | Refusal;

/** These commands do not affect which traffic passes the interface, or where the traffic goes. */
const WITHOUT_EFFECT = new Set([
  ...["allow-ssc-mgmt", "authentication", "channel-group", "cts", "ddns", "delay", "description", "dhcp", "dhcprelay"],
  ...["duplex", "eigrp", "flowcontrol", "hello-interval", "hold-time", "igmp", "isis", "lacp", "mac-address"],
  ...["max-bundle", "media-type", "member-interface", "mfib", "multicast", "nve-only", "ospf", "pim"],
  ...["poll-timer", "port-channel", "redundant-interface", "rip", "speed", "split-horizon", "summary-address"],
  ...["trust-vlan", "vlan", "vtep-nic"],
]);

/** Reads the interfaces that have a `nameif`. Other interfaces pass no traffic. */
export function readInterfaces(commands: readonly Command[]): InterfacesReading {
  const notes: Note[] = [];
  const interfaces = new Map<string, AsaInterface>();
  for (const command of commands) {
    if (command.words[0]?.text !== "interface") continue;
    const name = command.body.find(({ words }) => words[0]?.text === "nameif")?.words[1]?.text;
    if (name === undefined) continue;
    const known = interfaces.get(name);
    if (known) return refuseAt(command.line, `the name ${shown(name)} is also that of line ${known.line}`);
    const one: AsaInterface = {
      ...{ name, displayName: command.words[1]?.text ?? name, line: command.line, level: name === "inside" ? 100 : 0 },
      ...{ disabled: false, managementOnly: false, addresses: [], standby: [], hasUnknownAddress: false },
    };
    for (const line of command.body) {
      const read = readLine(one, line);
      if (read.ok) continue;
      if (read.wrong) return refuseAt(line.line, read.reason);
      notes.push({
        ...{ line: line.line, column: line.words[0]?.column ?? 1, text: redactLine(line.text), reason: read.reason },
      });
    }
    interfaces.set(name, one);
  }
  return { ok: true, interfaces: [...interfaces.values()], notes };
}

const DONE: Reading<undefined> = { ok: true, value: undefined };

function readLine(one: AsaInterface, command: Command): Reading<undefined> {
  const words = readWords(command, 1);
  const head = command.words[0]?.text ?? "";
  switch (head) {
    case "nameif":
      return DONE;
    case "shutdown":
      one.disabled = true;
      return DONE;
    case "management-only":
      one.managementOnly = true;
      return DONE;
    case "security-level":
      one.level = Number(words.next());
      return one.level >= 0 && one.level <= 100 ? DONE : wrong("a security level is 0 to 100");
    case "ip":
      return words.take("address") ? readIpv4(one, command) : DONE;
    case "ipv6":
      return words.take("address") ? readIpv6(one, command) : DONE;
    case "no":
      return words.take("forward")
        ? unknown("traffic that does not pass to the other interface is not understood")
        : DONE;
    case "tunnel":
      return words.take("source") ? unknown("traffic through tunnels is not understood") : DONE;
    case "zone-member":
    case "bridge-group":
    case "policy-route":
    case "vrf":
      return unknown(`${head} is not understood: it changes which way traffic takes`);
    default:
      return WITHOUT_EFFECT.has(head) ? DONE : unknown("this line is not known in an interface");
  }
}

function readIpv4(one: AsaInterface, command: Command): Reading<undefined> {
  const words = readWords(command, 2);
  const address = words.next();
  if (address === "dhcp" || address === "pppoe") {
    one.hasUnknownAddress = true;
    return unknown("the address is given to the device by another one");
  }
  const mask = words.next();
  const length = prefixLength(mask);
  if (length === undefined || !readNetwork(4, address).ok) return wrong(`${shown(`${address} ${mask}`)} is no address`);
  one.addresses.push(`${address}/${length}`);
  if (words.take("standby")) one.standby.push(`${words.next()}/${length}`);
  return one.standby.every((text) => readNetwork(4, text).ok) ? DONE : wrong("the standby address is no address");
}

function readIpv6(one: AsaInterface, command: Command): Reading<undefined> {
  const words = readWords(command, 2);
  const address = words.next();
  if (!address.includes("/") || words.peek() === "eui-64") {
    if (words.peek() === "link-local") return DONE;
    one.hasUnknownAddress = true;
    return unknown("the address is not written whole");
  }
  if (!readNetwork(6, address).ok) return wrong(`${shown(address)} is no address`);
  one.addresses.push(address);
  if (words.take("standby")) one.standby.push(`${words.next()}/${address.split("/", 2)[1]}`);
  return one.standby.every((text) => readNetwork(text.includes(":") ? 6 : 4, text).ok)
    ? DONE
    : wrong("the standby address is no address");
}

function prefixLength(mask: string): number | undefined {
  const read = mask.includes(".") ? readNetwork(4, `255.255.255.255/${mask}`) : undefined;
  if (!read?.ok) return undefined;
  return Number(read.text.split("/", 2)[1] ?? "32");
}
