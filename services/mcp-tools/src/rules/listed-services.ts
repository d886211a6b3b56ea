import { allEdges, type Edges, noEdges, union } from "@network-access/traffic-sets/edges";
import { placeOfProtocol, placesOf } from "@network-access/traffic-sets/service-line";
import { z } from "zod";

/** A service as records of service objects list it. A `protocol` of null stands for all services. */
export const ListedService = z.object({
  protocol: z.int().min(0).max(255).nullable(),
  startPort: z.int().optional(),
  endPort: z.int().optional(),
  /**
   * The service as text, such as "tcp/443" or "icmp/8". "icmp/3:4" is ICMP type 3 with code 4, and "icmp/3:4-5:0" is a
   * range.
   */
  formattedValue: z.string(),
});
type ListedService = z.output<typeof ListedService>;

const ICMP = /^icmp(?:v6)?\/(\d{1,3})(?::(\d{1,3})(?:-(\d{1,3}):(\d{1,3}))?)?$/;

/** Returns the union of the listed services, as ranges of places on the service line (see `service-line.ts`). */
export function placesOfServices(services: readonly ListedService[]): Edges {
  return services.map(placesOfService).reduce<Edges>(union, noEdges);
}

function placesOfService({ protocol, startPort, endPort, formattedValue }: ListedService): Edges {
  if (protocol === null) return allEdges;
  if (startPort !== undefined && endPort !== undefined) return placesOf(protocol, startPort, endPort);
  const [, type, code, lastType = type, lastCode = code] = ICMP.exec(formattedValue) ?? [];
  const isWhole = type === undefined;
  if (isWhole) return placesOf(protocol, 0, placeOfProtocol(protocol + 1) - placeOfProtocol(protocol) - 1);
  return placesOf(protocol, Number(type) * 256 + Number(code ?? 0), Number(lastType) * 256 + Number(lastCode ?? 255));
}
