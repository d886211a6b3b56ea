import { readAddressText } from "@network-access/estate-model/read-address-text";
import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import type { EstateCaller } from "../access/estate-caller.ts";
import type { Device } from "../devices/device.ts";
import { deviceRecord, type Seen } from "../devices/device-record.ts";
import { devicesOf, groupsOf, mayDevice } from "../devices/estate.ts";
import { createDevice, removeDevice, type SavingNeeds, updateDevice } from "../devices/save-device.ts";
import { DOMAIN_RECORD } from "../devices/searched-estate-of.ts";
import { DeviceAnswer } from "./answers/device-answer.ts";
import { listAnswer } from "./answers/list-answer.ts";
import type { EstateRoute } from "./estate-route.ts";
import { failed } from "./failed.ts";
import { PAGE_PARAMETERS, pageOf, readPage } from "./page.ts";
import { idOf, idParameter, notFound, readBody } from "./read-body.ts";

const name = z.string().max(255).trim().min(1);

/** The text of one IP address without a prefix length. */
const address = z
  .string()
  .max(64)
  .refine((text) => {
    const read = readAddressText(text);
    return read.ok && read.range.low === read.range.high && !/[/-]/.test(text);
  }, "must be one IPv4 or IPv6 address");

const deviceShape = {
  name,
  description: z.string().max(4_096).default(""),
  type: z.enum(["FIREWALL", "DEVICE_MGR"]).default("FIREWALL"),
  vendor: z.string().max(255).default(""),
  product: z.string().max(255).default(""),
  managementIp: address.nullable().default(null),
  managementStationId: z.int().min(1).nullable().default(null),
  active: z.boolean().default(true),
};
const DeviceUpdate = z.strictObject(deviceShape).meta({ id: "DeviceUpdate" });
const DeviceCreation = z
  .strictObject({ ...deviceShape, deviceGroupIds: z.array(z.int().min(1)).max(1_000).default([]) })
  .meta({ id: "DeviceCreation" });

export const DOMAIN_PATH = "/securitymanager/api/domain/:domain";
export const READING = { takes: ["user", "person"], needs: [] } as const;
export const CHANGING = { takes: ["user", "person"], needs: [{ access: "write", permission: "devices" }] } as const;

/** The device in a path. */
export const DEVICE_IN_PATH = { id: idParameter("device") };

const VersionAnswer = z.object({ fmosVersion: z.string(), platformVersion: z.string(), version: z.string() });
const DomainAnswer = z.object({ id: z.int(), name: z.string(), description: z.string() });

/** Routes for `/version`, for the domain and for its devices. */
export function deviceRoutes(needs: SavingNeeds): readonly EstateRoute[] {
  const path = `${DOMAIN_PATH}/device`;
  return [
    {
      ...{ takes: "anyone", needs: [], method: "GET", path: "/securitymanager/api/version" },
      description: { id: "readVersion", summary: "The version of the interface", answers: { 200: VersionAnswer } },
      handle: () => json(200, { fmosVersion: VERSION, platformVersion: VERSION, version: VERSION }),
    },
    {
      ...{ ...READING, method: "GET", path: DOMAIN_PATH },
      description: { id: "readDomain", summary: "The domain", answers: { 200: DomainAnswer } },
      handle: ({ params }) => {
        checkDomain(params);
        return json(200, DOMAIN_RECORD);
      },
    },
    {
      ...{ ...READING, method: "GET", path },
      description: {
        ...{ id: "listDevices", summary: "The devices" },
        query: {
          ...PAGE_PARAMETERS,
          name: z.string().optional().meta({ description: "Only the device of this name." }),
        },
        answers: { 200: listAnswer(DeviceAnswer) },
      },
      async handle({ query, params }, caller) {
        checkDomain(params);
        const asked = readPage(query);
        const seen = await seenBy(needs, caller);
        const wanted = query.get("name")?.toLowerCase();
        const found = [...seen.devices.values()].filter(
          (one) => wanted === undefined || one.name.toLowerCase() === wanted,
        );
        const { results, ...page } = pageOf(found, asked);
        return json(200, { ...page, results: results.map((device) => deviceRecord(device, seen)) });
      },
    },
    {
      ...{ ...CHANGING, method: "POST", path },
      description: {
        ...{ id: "createDevice", summary: "Creates a device" },
        body: DeviceCreation,
        answers: { 201: DeviceAnswer },
        refuses: [409],
      },
      async handle(request, caller) {
        checkDomain(request.params);
        const { deviceGroupIds, ...input } = await readBody(request, DeviceCreation);
        const created = await createDevice(needs, caller, input, deviceGroupIds);
        if (!created.ok) throw failed(created.failure);
        return json(201, deviceRecord(created.value, await seenBy(needs, caller)));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/:id` },
      description: {
        ...{ id: "readDevice", summary: "A device", path: DEVICE_IN_PATH },
        answers: { 200: DeviceAnswer },
      },
      async handle({ params }, caller) {
        const { device, seen } = await findDevice(needs, params, caller);
        return json(200, deviceRecord(device, seen));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/name/:name` },
      description: {
        ...{ id: "readDeviceByName", summary: "A device by its name" },
        path: { name: z.string().meta({ description: "Compared without case." }) },
        answers: { 200: DeviceAnswer },
      },
      async handle({ params }, caller) {
        checkDomain(params);
        const seen = await seenBy(needs, caller);
        const device = [...seen.devices.values()].find((one) => one.name.toLowerCase() === params.name?.toLowerCase());
        if (!device) throw notFound();
        return json(200, deviceRecord(device, seen));
      },
    },
    {
      ...{ ...CHANGING, method: "PUT", path: `${path}/:id` },
      description: {
        ...{ id: "updateDevice", summary: "Replaces the properties of a device", path: DEVICE_IN_PATH },
        body: DeviceUpdate,
        answers: { 200: DeviceAnswer },
        refuses: [409],
      },
      async handle(request, caller) {
        const { device } = await findDevice(needs, request.params, caller);
        const updated = await updateDevice(needs, caller, device.id, await readBody(request, DeviceUpdate));
        if (!updated.ok) throw failed(updated.failure);
        return json(200, deviceRecord(updated.value, await seenBy(needs, caller)));
      },
    },
    {
      ...{ ...CHANGING, method: "DELETE", path: `${path}/:id` },
      description: {
        ...{ id: "deleteDevice", summary: "Deletes a device with its revisions", path: DEVICE_IN_PATH },
        answers: { 204: null },
        refuses: [409],
      },
      async handle({ params }, caller) {
        const { device } = await findDevice(needs, params, caller);
        const removed = await removeDevice(needs, caller, device.id);
        if (!removed.ok) throw failed(removed.failure);
        return { status: 204 };
      },
    },
  ];
}

const VERSION = "1.0.0";

/** Returns the devices and groups that a caller sees. */
export async function seenBy({ readEstate }: Pick<SavingNeeds, "readEstate">, caller: EstateCaller): Promise<Seen> {
  const estate = await readEstate();
  return {
    devices: new Map(devicesOf(estate, caller).map((device) => [device.id, device])),
    groups: new Map(groupsOf(estate, caller).map((group) => [group.id, group])),
  };
}

/**
 * Returns the device with the id in the path. Throws a Refusal with 404 if the device does not exist or the caller may
 * not see it.
 */
export async function findDevice(
  needs: Pick<SavingNeeds, "readEstate">,
  params: Readonly<Record<string, string>>,
  caller: EstateCaller,
): Promise<{ readonly device: Device; readonly seen: Seen }> {
  checkDomain(params);
  const seen = await seenBy(needs, caller);
  const device = seen.devices.get(idOf(params.id) ?? 0);
  if (!device) throw notFound();
  return { device, seen };
}

/**
 * Returns the device with the id in the path. Throws a Refusal with 404 if the device does not exist or the caller may
 * not see it, and with 403 if the caller may see the device but not write to it.
 */
export async function findWritableDevice(
  needs: Pick<SavingNeeds, "readEstate">,
  params: Readonly<Record<string, string>>,
  caller: EstateCaller,
): Promise<Device> {
  const { device } = await findDevice(needs, params, caller);
  if (!mayDevice(await needs.readEstate(), caller, "write", device))
    throw failed({ kind: "forbidden", permission: "write on a device group that holds the device" });
  return device;
}

export function checkDomain({ domain }: Readonly<Record<string, string>>): void {
  if (domain !== String(DOMAIN_RECORD.id)) throw notFound();
}
