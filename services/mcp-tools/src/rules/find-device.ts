import { z } from "zod";
import { textList } from "../answers/text-list.ts";
import { quoted } from "../arguments/argument-reading.ts";
import { nearestNames } from "../arguments/nearest-names.ts";
import { type Asking, type Found, failed, refused } from "../manager/found.ts";
import { listNames } from "../manager/list-names.ts";
import type { ManagerResult } from "../manager/manager.ts";

const Device = z.object({ id: z.int(), name: z.string(), deviceGroupIds: z.array(z.int()) });
const DevicePage = z.object({ total: z.int(), results: z.array(Device) });

/**
 * A device that the caller may see. `deviceGroupIds` are the groups that contain the device directly and that the
 * caller may see. The group "All Devices" (id 1), which contains every device, is not in this list.
 */
export type FoundDevice = z.output<typeof Device>;

const LISTING_TOOL = "list_all_devices lists the devices of a device group with their ids and names.";
/** The number of pages, of 1,000 devices each, in which similar names are searched for. */
const NAME_PAGES = 1;

/** Finds the device that a call names by its id, its name, or both. A device that the caller may not see is unknown. */
export async function findDevice(
  asking: Asking,
  { deviceId, deviceName }: { readonly deviceId?: number | undefined; readonly deviceName?: string | undefined },
): Promise<Found<FoundDevice | undefined>> {
  const named = deviceName === undefined ? undefined : await byName(asking, deviceName);
  if (named && !named.ok) return failed(named.failure);
  const [first, ...others] = named?.value ?? [];
  if (deviceId === undefined) {
    if (deviceName === undefined) return { ok: true, value: undefined };
    if (first === undefined) return unknownName(asking, deviceName);
    if (others.length === 0) return { ok: true, value: first };
    const ids = [first, ...others].map(({ id }) => id).join(", ");
    return refused(`deviceName ${quoted(deviceName)} is the name of the devices ${ids}.`, "Send deviceId instead.");
  }
  const device = await asking.manager.get(`/domain/1/device/${deviceId}`, Device, asking.call);
  if (!device.ok && device.failure.kind === "not-found")
    return refused(`deviceId ${deviceId} is unknown.`, LISTING_TOOL);
  if (!device.ok) return failed(device.failure);
  if (deviceName === undefined || named?.value.some(({ id }) => id === deviceId))
    return { ok: true, value: device.value };
  if (first === undefined) return unknownName(asking, deviceName);
  const ids = [first, ...others].map(({ id }) => id).join(", ");
  return refused(
    `deviceId ${deviceId} and deviceName ${quoted(deviceName)} disagree: the name is that of device ${ids}.`,
    "Send one of them.",
  );
}

/** Finds the devices of a name, case ignored. */
async function byName({ manager, call }: Asking, name: string): Promise<ManagerResult<readonly FoundDevice[]>> {
  const path = `/domain/1/device?name=${encodeURIComponent(name.trim())}&pageSize=100`;
  const found = await manager.get(path, DevicePage, call);
  return found.ok ? { ok: true, value: found.value.results } : found;
}

async function unknownName(asking: Asking, name: string): Promise<Found<never>> {
  const listed = await listNames(asking, "device", NAME_PAGES);
  if (!listed.ok) return failed(listed.failure);
  const nearest = nearestNames(
    name,
    listed.value.map((device) => device.name),
  );
  return refused(
    `deviceName ${quoted(name)} is unknown.`,
    nearest.length > 0 ? `The nearest names are: ${textList(nearest)}.` : LISTING_TOOL,
  );
}
