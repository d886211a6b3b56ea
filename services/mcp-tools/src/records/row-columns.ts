import { z } from "zod";
import type { RecordColumn } from "./record-kind.ts";

/** The device of a row. Missing if the row has no device, or if the caller may not see the device. */
export const OF_DEVICE = { ndDevice: z.object({ id: z.int(), name: z.string() }).optional() };

interface OfDevice {
  readonly ndDevice?: { readonly id: number; readonly name: string } | undefined;
}

/** The first columns of every table whose rows belong to devices. */
export const DEVICE_COLUMNS: readonly RecordColumn<OfDevice>[] = [
  { name: "deviceId", cell: ({ ndDevice }) => ndDevice?.id ?? null },
  { name: "device", cell: ({ ndDevice }) => ndDevice?.name ?? null },
];

/** Shortens a time of the manager to seconds. */
export function timeCell(time: string | null): string | null {
  return time === null ? null : time.replace(/\.\d+Z$/, "Z");
}
