import type { Services } from "@network-access/estate-model/resolve-services";
import { allEdges, type Edges, equals } from "@network-access/traffic-sets/edges";
import { placeOfProtocol, pointAt, protocolAt, serviceLineEnd } from "@network-access/traffic-sets/service-line";

/** One protocol with a range of ports, or of ICMP types and codes. */
interface ServiceRecord {
  readonly type: string;
  /** The IP protocol number, or null for every protocol. */
  readonly protocol: number | null;
  readonly startPort?: number;
  readonly endPort?: number;
  readonly sourcePorts?: string;
  readonly formattedValue: string;
}

const NAMES: Readonly<Record<number, string>> = { 1: "icmp", 6: "tcp", 17: "udp", 58: "icmpv6" };

/** Returns at most `limit` services in the form of responses. `truncated` means that there are more. */
export function serviceParts({ parts }: Services, limit: number) {
  const services: ServiceRecord[] = [];
  for (const part of parts) {
    const sourcePorts = equals(part.sourcePorts, allEdges) ? {} : { sourcePorts: portTexts(part.sourcePorts) };
    for (const record of recordsOf(part.services)) {
      if (services.length === limit) return { services, truncated: true };
      services.push({ ...record, ...sourcePorts });
    }
  }
  return { services };
}

function* recordsOf(set: Edges): Generator<ServiceRecord> {
  if (equals(set, allEdges)) return yield { type: "ANY", protocol: null, formattedValue: "any" };
  for (let at = 0; at < set.length; at += 2) {
    const end = set[at + 1] ?? serviceLineEnd;
    for (let place = set[at] ?? 0; place < end; ) {
      const next = Math.min(end, placeOfProtocol(protocolAt(place) + 1));
      yield recordOf(place, next - 1);
      place = next;
    }
  }
}

function recordOf(first: number, last: number): ServiceRecord {
  const [low, high] = [pointAt(first), pointAt(last)];
  const { protocol } = low;
  const name = NAMES[protocol];
  if (name === undefined) return { type: "IP", protocol, formattedValue: `ip/${protocol}` };
  const type = name.toUpperCase();
  if (low.port !== undefined && high.port !== undefined) {
    const ports = low.port === high.port ? `${low.port}` : `${low.port}-${high.port}`;
    const isAll = low.port === 0 && high.port === 65_535;
    return {
      type,
      protocol,
      startPort: low.port,
      endPort: high.port,
      formattedValue: isAll ? name : `${name}/${ports}`,
    };
  }
  const isAll = first === placeOfProtocol(protocol) && last + 1 === placeOfProtocol(protocol + 1);
  const texts = [low, high].map(({ icmpType = 0, icmpCode = 0 }) => `${icmpType}:${icmpCode}`);
  const isType = low.icmpType === high.icmpType && low.icmpCode === 0 && high.icmpCode === 255;
  const span = isType ? `${low.icmpType}` : first === last ? `${texts[0]}` : texts.join("-");
  return { type, protocol, formattedValue: isAll ? name : `${name}/${span}` };
}

function portTexts(set: Edges): string {
  const texts = [];
  for (let at = 0; at < set.length; at += 2) {
    const [low = 0, high = (set[at + 1] ?? 65_536) - 1] = [set[at]];
    texts.push(low === high ? `${low}` : `${low}-${high}`);
  }
  return texts.join(",");
}
