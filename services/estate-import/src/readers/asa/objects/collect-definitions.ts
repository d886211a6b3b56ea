import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import type { Command } from "../text/commands.ts";
import type { Definition, DefinitionKind, Definitions } from "./definitions.ts";

const LONGEST_NAME = 512;
const MOST_OBJECTS = 100_000;
const GROUP_KINDS: ReadonlyMap<string, DefinitionKind> = new Map([
  ["network", "network"],
  ["service", "service"],
  ["protocol", "protocol"],
  ["icmp-type", "icmp-type"],
  ["user", "unknown"],
  ["security", "unknown"],
]);
const PORT_PROTOCOLS: ReadonlyMap<string, readonly number[]> = new Map([
  ["tcp", [6]],
  ["udp", [17]],
  ["tcp-udp", [6, 17]],
]);

type DefinitionsReading = { readonly ok: true; readonly definitions: Definitions } | Refusal;

/**
 * Returns the objects and object groups by name, with their lines. If a network object has a translation, the device
 * prints two definitions of the object. The lines of both definitions are joined.
 */
export function collectDefinitions(commands: readonly Command[]): DefinitionsReading {
  const definitions = new Map<string, Definition>();
  for (const command of commands) {
    const [head, kindWord, name, protocol] = command.words.map(({ text }) => text);
    if (head !== "object" && head !== "object-group") continue;
    const isGroup = head === "object-group";
    const kind = isGroup ? GROUP_KINDS.get(kindWord ?? "") : objectKind(kindWord);
    // An object of an unknown kind is left out here, and lines-not-read.ts reports its line. Lines that refer to the
    // object are treated as if it were not defined.
    if (!kind) continue;
    if (!name) return refuseAt(command.line, `${shown(command.text)} names no object`);
    if (name.length > LONGEST_NAME) return refuseAt(command.line, `the name has more than ${LONGEST_NAME} characters`);
    const known = definitions.get(name);
    if (known && (isGroup || known.isGroup || known.kind !== kind))
      return refuseAt(command.line, `${shown(name)} is defined a second time; the first is in line ${known.line}`);
    if (known) {
      known.body.push(...command.body);
      continue;
    }
    if (definitions.size === MOST_OBJECTS)
      return refuseAt(command.line, `the configuration has more than ${MOST_OBJECTS} objects`);
    const ports = isGroup && kind === "service" ? portProtocols(command, protocol) : undefined;
    definitions.set(name, {
      ...{
        kind: ports ? "ports" : kind,
        name,
        isGroup,
        line: command.line,
        text: command.text,
        protocols: ports ?? [],
      },
      ...{ body: [...command.body], comment: "", type: isGroup ? "GROUP" : "SERVICE", addresses: [], services: [] },
    });
  }
  return { ok: true, definitions };
}

function objectKind(word: string | undefined): DefinitionKind | undefined {
  return word === "network" || word === "service" ? word : undefined;
}

/**
 * Returns the protocols of the ports in a service group. Returns undefined if the group is not a group of ports. It is
 * a group of ports if its first line contains a protocol, or if it has `port-object` lines.
 */
function portProtocols({ body }: Command, protocol: string | undefined): readonly number[] | undefined {
  if (protocol !== undefined) return PORT_PROTOCOLS.get(protocol);
  return body.some(({ words }) => words[0]?.text === "port-object") ? [6, 17] : undefined;
}
