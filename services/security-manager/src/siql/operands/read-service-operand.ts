import type { Edges } from "@network-access/traffic-sets/edges";
import { placesOf } from "@network-access/traffic-sets/service-line";
import { quoted } from "../language/query-error.ts";
import { type OperandReading, refused } from "./operand-reading.ts";

/**
 * The services of an operand. Each service is represented by a number, and the operand is a set of these numbers. "any"
 * stands for every service.
 */
export type ServiceOperand = "any" | Edges;

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ icmp: 1, igmp: 2, tcp: 6, udp: 17, gre: 47, esp: 50, ah: 51, icmpv6: 58, icmp6: 58, "ipv6-icmp": 58 },
    ...{ eigrp: 88, ospf: 89, pim: 103, vrrp: 112, sctp: 132 },
  }),
);
const LAST_PORT = 65_535;
const EXAMPLES = "tcp/443, udp/5000-5010, icmp/8, icmp/8/0, ip/47, tcp or any";

/**
 * Parses the services of an operand. The text is one of these: a protocol with destination ports ("tcp/443"), an ICMP
 * type with or without a code ("icmp/8/0"), an IP protocol number ("ip/47"), a protocol alone ("tcp"), or "any".
 */
export function readServiceOperand(text: string): OperandReading<ServiceOperand> {
  const [name = "", ...rest] = text.trim().toLowerCase().split("/");
  if (rest.length === 0 && (name === "any" || name === "ip")) return { ok: true, value: "any" };
  const protocol = name === "ip" || name === "protocol" ? byNumber(rest.shift()) : NUMBERS.get(name);
  if (protocol === undefined)
    return refused(
      `${quoted(text)} is no service; ${EXAMPLES} works here, and names of objects are compared with name, on the endpoint of the object`,
    );
  const isDivided = protocol === 6 || protocol === 17 || protocol === 1 || protocol === 58;
  if (rest.length === 0) return placed(protocol, 0, isDivided ? LAST_PORT : 0);
  if (protocol === 6 || protocol === 17) return readPorts(text, protocol, rest);
  if (protocol === 1 || protocol === 58) return readIcmp(text, protocol, rest);
  return refused(`${quoted(text)} has something behind a protocol without ports; ${quoted(`ip/${protocol}`)} works`);
}

function byNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : undefined;
}

function placed(protocol: number, first: number, last: number): OperandReading<ServiceOperand> {
  return { ok: true, value: placesOf(protocol, first, last) };
}

function readPorts(
  text: string,
  protocol: number,
  [ports = "", ...more]: readonly string[],
): OperandReading<ServiceOperand> {
  if (more.length > 0)
    return refused(`${quoted(text)} has a source port; service compares destination ports alone, such as tcp/443`);
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(ports) ?? [];
  const [low, high] = [Number(first), Number(last)];
  if (first === undefined || low > high || high > LAST_PORT)
    return refused(`${quoted(text)} has no port or range of ports from 0 to ${LAST_PORT}; ${EXAMPLES} works here`);
  return placed(protocol, low, high);
}

function readIcmp(
  text: string,
  protocol: number,
  [type, code, ...more]: readonly string[],
): OperandReading<ServiceOperand> {
  const first = byNumber(type);
  const second = code === undefined ? undefined : byNumber(code);
  if (first === undefined || more.length > 0 || (code !== undefined && second === undefined))
    return refused(`${quoted(text)} has no type and code from 0 to 255; icmp/8 and icmp/8/0 work`);
  return placed(protocol, first * 256 + (second ?? 0), first * 256 + (second ?? 255));
}
