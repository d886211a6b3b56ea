import type { ServiceMember } from "@network-access/service-contracts/device-snapshot";
import { allEdges, type Edges, edgesOfRange, union } from "@network-access/traffic-sets/edges";
import { placeOfProtocol, placesOf, serviceLineEnd } from "@network-access/traffic-sets/service-line";
import type { Snapshot } from "../snapshot/snapshot.ts";

/**
 * A set of services and a set of source ports, which stand for all their combinations. Both sets are stored as edges.
 * The edges of `services` are positions on the service line (`service-line.ts`). The edges of `sourcePorts` are port
 * numbers.
 */
export interface ServicePart {
  readonly services: Edges;
  readonly sourcePorts: Edges;
}

/**
 * The services that match at least one of the parts. If `complete` is false, some members were not understood, and any
 * other service may match too.
 */
export interface Services {
  readonly parts: readonly ServicePart[];
  readonly complete: boolean;
}

const PORTS = 65_536;

export interface ServiceResolver {
  members(members: readonly ServiceMember[]): Services;
  object(name: string): Services;
}

/** Resolves the service objects of a snapshot. Each object is resolved only once. */
export function createServiceResolver({ serviceObjects }: Pick<Snapshot, "serviceObjects">): ServiceResolver {
  const resolved = new Map<string, Services>();

  function members(list: readonly ServiceMember[]): Services {
    const parts: ServicePart[] = [];
    let complete = true;
    for (const member of list) {
      if ("object" in member) {
        const found = object(member.object);
        parts.push(...found.parts);
        complete &&= found.complete;
      } else if ("notUnderstood" in member) complete = false;
      else parts.push(partOf(member));
    }
    return { parts: joined(parts), complete };
  }

  function object(name: string): Services {
    const done = resolved.get(name);
    if (done) return done;
    const found = members(serviceObjects.get(name)?.members ?? []);
    resolved.set(name, found);
    return found;
  }

  return { members, object };
}

type LiteralService = Extract<ServiceMember, { protocol: number | null }>;

function partOf({ protocol, ports, sourcePorts, icmpType, icmpCode }: LiteralService): ServicePart {
  if (protocol === null) return { services: allEdges, sourcePorts: allEdges };
  const sources = sourcePorts
    ? unionOf(sourcePorts.map(([low, high]) => edgesOfRange(low, high + 1, PORTS)))
    : allEdges;
  if (ports)
    return { services: unionOf(ports.map(([low, high]) => placesOf(protocol, low, high))), sourcePorts: sources };
  if (icmpType !== undefined) {
    const [low, high] = icmpCode === undefined ? [0, 255] : [icmpCode, icmpCode];
    return { services: placesOf(protocol, icmpType * 256 + low, icmpType * 256 + high), sourcePorts: sources };
  }
  const services = edgesOfRange(placeOfProtocol(protocol), placeOfProtocol(protocol + 1), serviceLineEnd);
  return { services, sourcePorts: sources };
}

/** Joins the parts with equal source ports into one part. */
function joined(parts: readonly ServicePart[]): ServicePart[] {
  const bySources = new Map<string, ServicePart>();
  for (const part of parts) {
    const key = part.sourcePorts.join();
    const known = bySources.get(key);
    bySources.set(key, known ? { ...known, services: union(known.services, part.services) } : part);
  }
  return [...bySources.values()];
}

function unionOf(sets: readonly Edges[]): Edges {
  return sets.reduce(union);
}
