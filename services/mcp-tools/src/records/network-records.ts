import { z } from "zod";
import { textList } from "../answers/text-list.ts";
import { Addresses, addressCell } from "./object-cell.ts";
import { recordPage } from "./record-kind.ts";
import { DEVICE_COLUMNS, OF_DEVICE } from "./row-columns.ts";

const Interface = z.object({
  ...OF_DEVICE,
  displayName: z.string(),
  virtualRouter: z.string(),
  disabled: z.boolean(),
  zoneDisplays: z.array(z.string()),
  addresses: Addresses,
  truncated: z.boolean().optional(),
});

export const INTERFACES = recordPage(Interface, [
  ...DEVICE_COLUMNS,
  { name: "name", cell: ({ displayName }) => displayName },
  { name: "enabled", cell: ({ disabled }) => !disabled },
  { name: "addresses", cell: ({ addresses, truncated }) => addressCell(addresses, truncated) },
  { name: "zones", cell: ({ zoneDisplays }) => textList(zoneDisplays) },
  { name: "virtualRouter", cell: ({ virtualRouter }) => virtualRouter },
]);

const Route = z.object({
  ...OF_DEVICE,
  destination: z.string(),
  gateway: z.string().nullable(),
  interface: z.string().nullable(),
  metric: z.int(),
  type: z.string(),
  virtualRouter: z.string(),
  derived: z.boolean(),
});

/** Reads pages of routes. A `derived` route results from the address of an interface. */
export const ROUTES = recordPage(Route, [
  ...DEVICE_COLUMNS,
  { name: "destination", cell: ({ destination }) => destination },
  { name: "gateway", cell: ({ gateway }) => gateway },
  { name: "interface", cell: (route) => route.interface },
  { name: "metric", cell: ({ metric }) => metric },
  { name: "type", cell: ({ type }) => type },
  { name: "virtualRouter", cell: ({ virtualRouter }) => virtualRouter },
  { name: "derived", cell: ({ derived }) => derived },
]);
