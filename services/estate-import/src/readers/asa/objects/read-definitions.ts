import { type Note, type Reading, unknown, wrong } from "../../text/not-understood.ts";
import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import type { Command } from "../text/commands.ts";
import { redactLine } from "../text/redact-text.ts";
import { readWords, type WordReader } from "../text/word-reader.ts";
import type { Definition, Definitions } from "./definitions.ts";
import { icmpType } from "./icmp-types.ts";
import { type Aliases, readAddressRange, readHost, readSubnet } from "./read-address.ts";
import { readPorts } from "./read-ports.ts";
import { builtInService, protocolsOf, readService, withPorts } from "./read-service.ts";

const LONGEST_COMMENT = 4_096;
const MOST_MEMBERS = 100_000;

/**
 * Reads the lines of all objects, and adds their members to `definitions`. Returns notes about what is not understood,
 * and adds an unknown member in its place. Returns a Refusal if a line is invalid or an object has too many members.
 */
export function readDefinitions(definitions: Definitions, aliases: Aliases): Refusal | readonly Note[] {
  const notes: Note[] = [];
  for (const definition of definitions.values()) {
    for (const command of definition.body) {
      const read = readLine(definition, command, definitions, aliases);
      if (read.ok) continue;
      if (read.wrong) return refuseAt(command.line, read.reason);
      const { line, words } = command;
      notes.push({ line, column: words[0]?.column ?? 1, text: redactLine(command.text), reason: read.reason });
      const member = { notUnderstood: `line ${line}: ${read.reason}`.slice(0, LONGEST_COMMENT) };
      (definition.kind === "network" ? definition.addresses : definition.services).push(member);
    }
    const { kind, name, line, isGroup, addresses, services } = definition;
    const size = addresses.length + services.length;
    if (size > MOST_MEMBERS) return refuseAt(line, `${shown(name)} has more than ${MOST_MEMBERS} members`);
    if (size === 0 && !isGroup) {
      const reason = "the object has no line that says what it is";
      notes.push({ line, column: 1, text: redactLine(definition.text), reason });
      (kind === "network" ? addresses : services).push({ notUnderstood: `line ${line}: ${reason}` });
    }
    if (kind === "unknown") services.push({ notUnderstood: `line ${line}: groups of this kind are not understood` });
  }
  return notes;
}

type LineReading = Reading<undefined>;
const DONE: LineReading = { ok: true, value: undefined };

function readLine(definition: Definition, command: Command, definitions: Definitions, aliases: Aliases): LineReading {
  const words = readWords(command, 1);
  switch (command.words[0]?.text) {
    case "description":
      definition.comment = redactLine(command.text)
        .replace(/^description\s*/, "")
        .slice(0, LONGEST_COMMENT);
      return DONE;
    case "nat":
      return DONE;
    case "group-object":
      return addReference(definition, words.next(), definitions, true);
  }
  if (definition.kind === "unknown") return DONE;
  if (definition.kind === "network") return readNetworkLine(definition, command, words, definitions, aliases);
  return readServiceLine(definition, command, words, definitions);
}

function readNetworkLine(
  definition: Definition,
  command: Command,
  words: WordReader,
  definitions: Definitions,
  aliases: Aliases,
): LineReading {
  let head = command.words[0]?.text;
  if (head === "network-object") {
    if (words.take("object")) return addReference(definition, words.next(), definitions, false);
    head = words.take("host") ? "host" : "subnet";
  }
  if (head === "fqdn") {
    words.take("v4", "v6");
    definition.type = "FQDN";
    definition.fqdn = words.next();
    return unknown(`the addresses of the name ${shown(definition.fqdn)} are not in the configuration`);
  }
  const type = ADDRESS_TYPES.get(head ?? "");
  if (!type) return unknown("this line is not known in a network object");
  const read =
    type === "HOST"
      ? readHost(words.next(), aliases)
      : type === "NETWORK"
        ? readSubnet(words, aliases)
        : readAddressRange(words, aliases);
  if (!read.ok) return read;
  if (!definition.isGroup) definition.type = type;
  definition.addresses.push({ address: read.value.text });
  return DONE;
}

const ADDRESS_TYPES = new Map([
  ["host", "HOST"],
  ["subnet", "NETWORK"],
  ["range", "ADDRESS_RANGE"],
] as const) as ReadonlyMap<string, "HOST" | "NETWORK" | "ADDRESS_RANGE">;

function readServiceLine(
  definition: Definition,
  command: Command,
  words: WordReader,
  definitions: Definitions,
): LineReading {
  const { services } = definition;
  switch (command.words[0]?.text) {
    case "service":
    case "service-object": {
      if (words.take("object")) return addReference(definition, words.next(), definitions, false);
      const read = readService(words);
      if (read.ok) services.push(...read.value);
      return read.ok ? DONE : read;
    }
    case "port-object": {
      const read = readPorts(words);
      if (read.ok) services.push(...withPorts(definition.protocols, { ports: read.value }));
      return read.ok ? DONE : read;
    }
    case "protocol-object": {
      const protocols = protocolsOf(words.next());
      services.push(...withPorts(protocols, {}));
      return protocols.length > 0 ? DONE : unknown("the protocol is not known");
    }
    case "icmp-object": {
      const type = icmpType(1, words.next());
      if (type === undefined) return unknown("the ICMP type is not known");
      services.push({ protocol: 1, icmpType: type });
      return DONE;
    }
    default:
      return unknown("this line is not known in an object of services");
  }
}

function addReference(definition: Definition, name: string, definitions: Definitions, toGroup: boolean): LineReading {
  const target = definitions.get(name);
  const isNetwork = definition.kind === "network";
  if (!target || (target.isGroup !== toGroup && !toGroup)) {
    const builtIn = isNetwork || toGroup ? undefined : builtInService(name);
    if (builtIn) definition.services.push(...builtIn);
    return builtIn ? DONE : unknown(`${shown(name)} is not defined`);
  }
  if (isNetwork !== (target.kind === "network"))
    return wrong(`${shown(name)} is defined in line ${target.line} as another kind of object`);
  (isNetwork ? definition.addresses : definition.services).push({ object: name });
  return DONE;
}
