import { type Edges, equals, noEdges, union } from "@network-access/traffic-sets/edges";
import { z } from "zod";
import { textList } from "../answers/text-list.ts";
import { quoted } from "../arguments/argument-reading.ts";
import { nearestNames } from "../arguments/nearest-names.ts";
import { type ServiceArgument, WORKING_SERVICES } from "../arguments/read-service.ts";
import { knownServiceNames, portsOfServiceName } from "../arguments/service-names.ts";
import { servicesOfPlaces } from "../arguments/service-places.ts";
import { type Asking, type Found, failed, refused } from "../manager/found.ts";
import type { ManagerResult } from "../manager/manager.ts";
import { ListedService, placesOfServices } from "./listed-services.ts";
import { patternsOfBeginning, patternsOfName } from "./name-patterns.ts";

/** What the service argument of a call means. */
export interface ServiceChoice {
  /** Operands of SIQL such as "tcp/443". */
  readonly operands: readonly string[];
  /** A sentence that says what the service name stands for. Null if the call gives ports instead of a name. */
  readonly note: string | null;
}

/** Where service objects are sought. */
interface Place {
  readonly groupId: number;
  readonly deviceId?: number | undefined;
}

const ServiceObject = z.object({
  name: z.string(),
  services: z.array(ListedService),
  truncated: z.boolean().optional(),
  ndDevice: z.object({ id: z.int() }),
});
type ServiceObject = z.output<typeof ServiceObject>;
const ServiceObjectPage = z.object({ total: z.int(), results: z.array(ServiceObject) });
const NamePage = z.object({ results: z.array(z.object({ name: z.string() })) });

const PAGE_SIZE = 1_000;
/** The maximum number of pages that the manager returns for one query. */
const MOST_PAGES = 10;
/**
 * A name is refused if its service objects have more services than this. The limit is about half of the operands that a
 * query may have.
 */
const MOST_SERVICES = 150;
const BEGINNING = 3;

/**
 * Resolves the service argument of a call. A service name stands for the TCP and UDP ports that IANA has registered for
 * it, and for the service objects with this name on the devices of `place`. Upper and lower case are equal.
 */
export async function findService(
  asking: Asking,
  argument: ServiceArgument,
  place: Place,
): Promise<Found<ServiceChoice>> {
  if (argument.kind === "ports") return { ok: true, value: { operands: argument.operands, note: null } };
  const { name } = argument;
  const sent = `portNumberOrServiceName ${quoted(name)}`;
  const found = await findObjects(asking, name, place);
  if (!found.ok) return failed(found.failure);
  const objects = found.value;
  const ports = portsOfServiceName(name);
  if (ports.length === 0 && objects.length === 0) return unknownName(asking, name, place);
  const places = objects.map(({ services }) => placesOfServices(services));
  const ofObjects = places.reduce<Edges>(union, noEdges);
  const objectServices = servicesOfPlaces(ofObjects);
  if (objects.some(({ truncated }) => truncated === true) || objectServices.length > MOST_SERVICES)
    return refused(
      `${sent} is a service object with more services than a query takes.`,
      "Send one of its ports, such as tcp/443.",
    );
  const operands = [...new Set([...ports, ...objectServices])];
  if (operands.length === 0)
    return refused(
      `${sent} is a service object without a known service.`,
      "Send a port such as tcp/443; the configuration says nothing that was understood about the object.",
    );
  const devices = new Set(objects.map(({ ndDevice }) => ndDevice.id)).size;
  const meanings = [
    ...(ports.length > 0 ? [`${textList(ports)} (IANA)`] : []),
    ...(objects.length > 0 ? [`${textList(objectServices)} (service object on ${deviceCount(devices)})`] : []),
  ];
  const differ = places.some((one) => !equals(one, ofObjects)) ? " The service objects differ; all of them count." : "";
  return { ok: true, value: { operands, note: `Service ${quoted(name)} means ${meanings.join(" and ")}.${differ}` } };
}

async function findObjects(
  { manager, call }: Asking,
  name: string,
  place: Place,
): Promise<ManagerResult<readonly ServiceObject[]>> {
  const q = encodeURIComponent(objectQuery(patternsOfName(name), place));
  const wanted = name.toLowerCase();
  const objects: ServiceObject[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const path = `/siql/serviceobj/paged-search?q=${q}&page=${page}&pageSize=${PAGE_SIZE}`;
    const found = await manager.get(path, ServiceObjectPage, call);
    if (!found.ok) return found;
    objects.push(...found.value.results.filter((object) => object.name.toLowerCase() === wanted));
    if ((page + 1) * PAGE_SIZE >= found.value.total) break;
  }
  return { ok: true, value: objects };
}

async function unknownName({ manager, call }: Asking, name: string, place: Place): Promise<Found<never>> {
  const q = encodeURIComponent(objectQuery(patternsOfBeginning(name, BEGINNING), place));
  const path = `/siql/serviceobj/paged-search?q=${q}&page=0&pageSize=${PAGE_SIZE}`;
  const found = await manager.get(path, NamePage, call);
  if (!found.ok) return failed(found.failure);
  const known = [...found.value.results.map((object) => object.name), ...knownServiceNames()];
  const nearest = nearestNames(name, known);
  return refused(
    `portNumberOrServiceName ${quoted(name)} is unknown: neither a service name of IANA nor a service object in device group ${place.groupId}.`,
    [
      nearest.length > 0 ? `The nearest names are: ${textList(nearest)}.` : "No name is near.",
      `${WORKING_SERVICES}.`,
    ].join(" "),
  );
}

function objectQuery(patterns: readonly string[], { groupId, deviceId }: Place): string {
  const device = deviceId === undefined ? "" : ` AND device{id = ${deviceId}}`;
  const names = patterns.map((pattern) => `name = ${pattern}`).join(" OR ");
  return `devicegroup{id = ${groupId}}${device} AND serviceobj{${names}}`;
}

function deviceCount(devices: number): string {
  return devices === 1 ? "1 device" : `${devices} devices`;
}
