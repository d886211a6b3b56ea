import type { ServiceMember, SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { type Reading, unknown, wrong } from "../../text/not-understood.ts";
import { shown } from "../../text/refusal.ts";
import type { Definition, Definitions } from "../objects/definitions.ts";
import { type PortRange, readPorts, startsPorts } from "../objects/read-ports.ts";
import { builtInService, protocolsOf, readIcmp, withPorts } from "../objects/read-service.ts";
import type { WordReader } from "../text/word-reader.ts";

type ServiceTerm = NonNullable<SnapshotRowInput["service"]>[number];

/** What a line says about protocols before its addresses. */
export interface LineProtocol {
  /**
   * The protocols that the line names, directly or by a group of protocols. If the line lists ports, they are ports of
   * these protocols. Null stands for every protocol. The list is empty if the line names a service instead.
   */
  readonly protocols: readonly (number | null)[];
  /** The object that defines the services, if there is one. */
  readonly object?: string | undefined;
  readonly builtIn?: readonly ServiceMember[] | undefined;
}

/** Reads "tcp", "47", "object NAME" or "object-group NAME". */
export function readLineProtocol(words: WordReader, definitions: Definitions): Reading<LineProtocol> {
  if (words.take("object", "object-group")) {
    const name = words.next();
    const definition = definitions.get(name);
    const builtIn = definition ? undefined : builtInService(name);
    if (builtIn) return { ok: true, value: { protocols: [], builtIn } };
    if (!definition || definition.kind === "unknown") return unknown(`${shown(name)} is not understood as a service`);
    if (definition.kind !== "service" && definition.kind !== "protocol")
      return wrong(`${shown(name)} is defined in line ${definition.line} as no service`);
    const protocols = definition.kind === "protocol" ? protocolsIn(definition, definitions) : [];
    return { ok: true, value: { protocols, object: name } };
  }
  const name = words.next();
  const protocols = protocolsOf(name);
  return protocols.length > 0 ? { ok: true, value: { protocols } } : unknown(`${shown(name)} is no known protocol`);
}

/** The ports of one side. The line lists them itself or refers to a group of ports. */
export interface LinePorts {
  readonly ports?: readonly PortRange[];
  readonly group?: string;
}

/** Reads an operator with its ports, or a group of ports. Returns an empty value if neither follows. */
export function readLinePorts(words: WordReader, definitions: Definitions): Reading<LinePorts> {
  if (startsPorts(words.peek())) {
    const read = readPorts(words);
    return read.ok ? { ok: true, value: { ports: read.value } } : read;
  }
  return { ok: true, value: takesGroup(words, definitions, "ports") };
}

function takesGroup(words: WordReader, definitions: Definitions, kind: Definition["kind"]): { group?: string } {
  const [word, name = ""] = words.rest().split(" ", 2);
  if (word !== "object-group" || definitions.get(name)?.kind !== kind) return {};
  words.next();
  return { group: words.next() };
}

/**
 * Returns the terms (conditions) for the services of a line. A packet must match every term. The caller has already
 * read the protocols and the source ports. This function reads the destination ports or the ICMP type from `words`.
 */
export function readLineServices(
  { protocols, object, builtIn }: LineProtocol,
  sourcePorts: LinePorts,
  words: WordReader,
  definitions: Definitions,
): Reading<ServiceTerm[]> {
  const [protocol] = protocols;
  const terms: ServiceTerm[] = object === undefined ? [] : [{ members: [{ object }] }];
  if (builtIn) return { ok: true, value: [{ members: [...builtIn] }] };
  if (object === undefined && (protocol === 1 || protocol === 58)) return readLineIcmp(protocol, words, definitions);

  const ports = readLinePorts(words, definitions);
  if (!ports.ok) return ports;
  const { group } = ports.value;
  const hasPorts = sourcePorts.ports ?? sourcePorts.group ?? ports.value.ports ?? group;
  if (hasPorts === undefined)
    return {
      ok: true,
      value: object !== undefined || protocol === null ? terms : [{ members: withPorts(protocols, {}) }],
    };

  const withTheirPorts = protocols.filter((one) => one === 6 || one === 17);
  if (protocols.includes(132)) return unknown("ports of SCTP are not understood");
  if (withTheirPorts.length < protocols.length || protocols.length === 0)
    return wrong("ports stand in a line whose protocols have none");
  const members: ServiceMember[] = [];
  for (const one of withTheirPorts) {
    const from = sourcePorts.group === undefined ? sourcePorts.ports : portsIn(sourcePorts.group, one, definitions);
    if (from === "unknown") return unknown(`the ports of ${shown(sourcePorts.group ?? "")} are not understood`);
    // The group has no ports of this protocol, so the line matches no packet of the protocol.
    if (from?.length === 0) continue;
    members.push(...withPorts([one], { ports: copy(ports.value.ports), sourcePorts: copy(from) }));
  }
  if (members.length === 0) return unknown("the source ports are of no protocol of the line");
  const saysNoMore = sourcePorts.ports === undefined && sourcePorts.group === undefined;
  const isOneProtocol =
    group !== undefined && definitions.get(group)?.protocols.every((one) => protocols.includes(one));
  if (!(group !== undefined && saysNoMore && isOneProtocol)) terms.push({ members });
  if (group !== undefined) terms.push({ members: [{ object: group }] });
  return { ok: true, value: terms };
}

function copy(ports: readonly PortRange[] | undefined): PortRange[] | undefined {
  return ports && [...ports];
}

function readLineIcmp(protocol: 1 | 58, words: WordReader, definitions: Definitions): Reading<ServiceTerm[]> {
  const { group } = takesGroup(words, definitions, "icmp-type");
  if (group !== undefined) {
    if (protocol === 58) return unknown("a group of ICMP types is understood with icmp alone");
    return { ok: true, value: [{ members: [{ object: group }] }] };
  }
  if (["log", "inactive", "time-range"].includes(words.peek()))
    return { ok: true, value: [{ members: [{ protocol }] }] };
  const type = readIcmp(protocol, words);
  return type.ok ? { ok: true, value: [{ members: [{ protocol, ...type.value }] }] } : type;
}

function protocolsIn(definition: Definition, definitions: Definitions): readonly (number | null)[] {
  return definition.services.flatMap((member) => {
    if ("object" in member) {
      const target = definitions.get(member.object);
      return target ? protocolsIn(target, definitions) : [];
    }
    return "protocol" in member ? [member.protocol] : [null];
  });
}

/** Returns the ports of a group for one protocol. */
function portsIn(name: string, protocol: number, definitions: Definitions): PortRange[] | "unknown" {
  const ports: PortRange[] = [];
  for (const member of definitions.get(name)?.services ?? []) {
    if ("notUnderstood" in member) return "unknown";
    const more = "object" in member ? portsIn(member.object, protocol, definitions) : portsOf(member, protocol);
    if (more === "unknown") return more;
    for (const range of more) ports.push(range);
    if (ports.length > MOST_RANGES) return "unknown";
  }
  return ports;
}

const MOST_RANGES = 1_000;

function portsOf(member: Extract<ServiceMember, { protocol: number | null }>, protocol: number): PortRange[] {
  return member.protocol === protocol ? (member.ports ?? []) : [];
}
