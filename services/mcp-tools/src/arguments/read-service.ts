import { type ArgumentReading, problem, quoted } from "./argument-reading.ts";

/** The service in an argument: ports as operands that SIQL can read, such as "tcp/443", or the name of a service. */
export type ServiceArgument =
  | { readonly kind: "ports"; readonly operands: readonly string[] }
  | { readonly kind: "name"; readonly name: string };

const LAST_PORT = 65_535;

/** Says in messages which services work. */
export const WORKING_SERVICES =
  "443, 8000-8100, tcp/443, udp/53 and names such as https work; for any service leave it out";

/**
 * Reads a port, a range of ports, or the name of a service. A port or range may begin with "tcp/" or "udp/". Without
 * such a protocol, it means ports of both TCP and UDP. Does not check whether a name is known.
 */
export function readService(sent: number | string): ArgumentReading<ServiceArgument> {
  const text = String(sent).trim();
  const [, protocol, first, last] = /^(?:(tcp|udp) *\/ *)?(-?\d+)(?: *- *(\d+))?$/i.exec(text) ?? [];
  if (first !== undefined) return readPorts(text, protocol?.toLowerCase(), first, last);
  const [, ports, behind] = /^(\d[\d -]*)\/ *(tcp|udp)$/i.exec(text) ?? [];
  if (ports !== undefined && behind !== undefined)
    return problem(`must have the protocol first: ${quoted(`${behind.toLowerCase()}/${ports.trim()}`)}`);
  if (text === "" || /^(?:tcp|udp)\//i.test(text) || /^[-+]?\d+(?:\.\d+)?$/.test(text))
    return problem(`${quoted(text)} is no port, range of ports or service name; ${WORKING_SERVICES}`);
  return { ok: true, value: { kind: "name", name: text } };
}

function readPorts(
  text: string,
  protocol: string | undefined,
  first: string,
  last: string = first,
): ArgumentReading<ServiceArgument> {
  const [low, high] = [Number(first), Number(last)];
  if (low < 0 || low > LAST_PORT || high > LAST_PORT)
    return problem(`${quoted(text)} has a port outside 0 to ${LAST_PORT}; ${WORKING_SERVICES}`);
  if (low > high) return problem(`${quoted(text)} begins after it ends; write ${high}-${low}`);
  const ports = low === high ? `${low}` : `${low}-${high}`;
  const protocols = protocol === undefined ? ["tcp", "udp"] : [protocol];
  return { ok: true, value: { kind: "ports", operands: protocols.map((one) => `${one}/${ports}`) } };
}
