import type { ServiceMember } from "@network-access/service-contracts/device-snapshot";
import { type Reading, unknown, wrong } from "../../text/not-understood.ts";
import { shown } from "../../text/refusal.ts";
import type { WordReader } from "../text/word-reader.ts";
import { icmpType } from "./icmp-types.ts";
import { protocolNumber } from "./protocol-numbers.ts";
import { readPorts, startsPorts } from "./read-ports.ts";

/** Reads a service such as "tcp source gt 1023 destination eq www", "icmp echo 0", "tcp-udp" or "gre". */
export function readService(words: WordReader): Reading<ServiceMember[]> {
  const name = words.next();
  const protocols = protocolsOf(name);
  const [protocol] = protocols;
  if (protocol === undefined) return unknown(`${shown(name)} is no known protocol`);
  if (protocol === 1 || protocol === 58) {
    const type = readIcmp(protocol, words);
    return type.ok ? { ok: true, value: [{ protocol, ...type.value }] } : type;
  }

  let sourcePorts: ServicePorts["sourcePorts"];
  let ports: ServicePorts["ports"];
  while (words.peek() !== "") {
    const isSource = words.take("source");
    if (!isSource) words.take("destination");
    if (!startsPorts(words.peek())) return unknown(`${shown(words.rest())} is not known here`);
    const read = readPorts(words);
    if (!read.ok) return read;
    if (isSource) sourcePorts = read.value;
    else ports = read.value;
  }
  if (sourcePorts || ports) {
    if (protocols.includes(132)) return unknown("ports of SCTP are not understood");
    if (protocol !== 6 && protocol !== 17) return wrong(`${name} has no ports`);
  }
  return { ok: true, value: withPorts(protocols, { sourcePorts, ports }) };
}

interface ServicePorts {
  readonly sourcePorts?: [number, number][] | undefined;
  readonly ports?: [number, number][] | undefined;
}

export function withPorts(
  protocols: readonly (number | null)[],
  { sourcePorts, ports }: ServicePorts,
): ServiceMember[] {
  return protocols.map((protocol) => ({
    protocol,
    ...(ports && { ports }),
    ...(sourcePorts && { sourcePorts }),
  }));
}

/** Returns the protocols that a name stands for. Returns none for an unknown name. */
export function protocolsOf(name: string): readonly (number | null)[] {
  if (name === "tcp-udp") return [6, 17];
  const number = protocolNumber(name);
  return number === undefined ? [] : [number];
}

/** Reads an optional ICMP type and an optional ICMP code after the type. */
export function readIcmp(
  protocol: 1 | 58,
  words: WordReader,
): Reading<{ readonly icmpType?: number; readonly icmpCode?: number }> {
  if (words.peek() === "") return { ok: true, value: {} };
  const name = words.next();
  const type = icmpType(protocol, name);
  if (type === undefined) return unknown(`${shown(name)} is no known ICMP type`);
  if (!/^\d{1,3}$/.test(words.peek())) return { ok: true, value: { icmpType: type } };
  const code = Number(words.next());
  return code > 255 ? wrong(`${code} is no ICMP code`) : { ok: true, value: { icmpType: type, icmpCode: code } };
}

/** Returns a service that exists without being defined, such as "tcp", "ospf", "icmp-echo" or "icmp6-unreachable". */
export function builtInService(name: string): ServiceMember[] | undefined {
  const [, family, type] = /^(icmp6?)-(.+)$/.exec(name) ?? [];
  if (family && type) {
    const protocol = family === "icmp" ? 1 : 58;
    const number = icmpType(protocol, type);
    return number === undefined ? undefined : [{ protocol, icmpType: number }];
  }
  const protocols = protocolsOf(name);
  return protocols.length > 0 ? withPorts(protocols, {}) : undefined;
}
