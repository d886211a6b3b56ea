import { z } from "zod";
import { textList } from "../answers/text-list.ts";
import {
  Addresses,
  AddressObject,
  addressCell,
  objectCell,
  ServiceObject,
  Services,
  serviceCell,
} from "./object-cell.ts";
import { type RecordColumn, recordPage } from "./record-kind.ts";
import { DEVICE_COLUMNS, OF_DEVICE, timeCell } from "./row-columns.ts";

const MEMBERS = { ...OF_DEVICE, matchId: z.string(), displayName: z.string(), comment: z.string() };
const CUT = { truncated: z.boolean().optional() };
type Named = z.output<z.ZodObject<typeof MEMBERS>>;

const NAME_COLUMNS: readonly RecordColumn<Named>[] = [
  ...DEVICE_COLUMNS,
  { name: "objectId", cell: ({ matchId }) => matchId },
  { name: "name", cell: ({ displayName }) => displayName },
];
const COMMENT: RecordColumn<Named> = { name: "comment", cell: ({ comment }) => comment };

const NetworkObject = z.object({
  ...MEMBERS,
  ...CUT,
  type: z.string(),
  fqdn: z.string().optional(),
  addresses: Addresses,
  members: z.array(AddressObject),
});

export const NETWORK_OBJECTS = recordPage(NetworkObject, [
  ...NAME_COLUMNS,
  { name: "type", cell: ({ type }) => type },
  { name: "fqdn", cell: ({ fqdn }) => fqdn ?? null },
  { name: "addresses", cell: ({ addresses, truncated }) => addressCell(addresses, truncated) },
  { name: "members", cell: ({ members }) => objectCell(members) },
  COMMENT,
]);

const ServiceObjectRecord = z.object({
  ...MEMBERS,
  ...CUT,
  type: z.string(),
  services: Services,
  members: z.array(ServiceObject),
});

export const SERVICE_OBJECTS = recordPage(ServiceObjectRecord, [
  ...NAME_COLUMNS,
  { name: "type", cell: ({ type }) => type },
  { name: "services", cell: ({ services, truncated }) => serviceCell(services, truncated) },
  { name: "members", cell: ({ members }) => objectCell(members) },
  COMMENT,
]);

const Schedule = z.object({
  ...MEMBERS,
  start: z.string().nullable(),
  end: z.string().nullable(),
  periods: z.array(z.string()),
});

export const SCHEDULES = recordPage(Schedule, [
  ...NAME_COLUMNS,
  { name: "start", cell: ({ start }) => timeCell(start) },
  { name: "end", cell: ({ end }) => timeCell(end) },
  { name: "periods", cell: ({ periods }) => textList(periods) },
  COMMENT,
]);
