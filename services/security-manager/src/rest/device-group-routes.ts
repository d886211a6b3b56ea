import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import { deviceGroupRecord, deviceRecord } from "../devices/device-record.ts";
import type { SavingNeeds } from "../devices/save-device.ts";
import { changeMember, createDeviceGroup, removeDeviceGroup, updateDeviceGroup } from "../devices/save-device-group.ts";
import { DeviceAnswer, DeviceGroupAnswer } from "./answers/device-answer.ts";
import { listAnswer } from "./answers/list-answer.ts";
import { CHANGING, checkDomain, DOMAIN_PATH, READING, seenBy } from "./device-routes.ts";
import type { EstateRoute } from "./estate-route.ts";
import { failed } from "./failed.ts";
import { PAGE_PARAMETERS, pageOf, readPage } from "./page.ts";
import { idOf, idParameter, notFound, readBody } from "./read-body.ts";

const GroupInput = z
  .strictObject({
    name: z.string().max(255).trim().min(1),
    description: z.string().max(4_096).default(""),
    parentId: z.int().min(1).nullable().default(null),
  })
  .meta({ id: "DeviceGroupInput" });

const GROUP_IN_PATH = { id: idParameter("device group") };

/** Routes for device groups and their members. */
export function deviceGroupRoutes(needs: SavingNeeds): readonly EstateRoute[] {
  const path = `${DOMAIN_PATH}/devicegroup`;
  const member = (method: "POST" | "DELETE"): EstateRoute => ({
    ...{ ...CHANGING, method, path: `${path}/:id/device/:device` },
    description: {
      ...(method === "POST"
        ? { id: "addDeviceToGroup", summary: "Adds a device to a device group" }
        : { id: "removeDeviceFromGroup", summary: "Removes a device from a device group" }),
      path: { ...GROUP_IN_PATH, device: idParameter("device") },
      answers: { 204: null },
      refuses: [409],
    },
    async handle({ params }, caller) {
      checkDomain(params);
      const [groupId = 0, deviceId = 0] = [idOf(params.id), idOf(params.device)];
      const changed = await changeMember(needs, caller, { groupId, deviceId, isMember: method === "POST" });
      if (!changed.ok) throw failed(changed.failure);
      return { status: 204 };
    },
  });
  return [
    {
      ...{ ...READING, method: "GET", path },
      description: {
        ...{ id: "listDeviceGroups", summary: "The device groups" },
        query: PAGE_PARAMETERS,
        answers: { 200: listAnswer(DeviceGroupAnswer) },
      },
      async handle({ query, params }, caller) {
        checkDomain(params);
        const seen = await seenBy(needs, caller);
        const { results, ...page } = pageOf([...seen.groups.values()], readPage(query));
        return json(200, { ...page, results: results.map((group) => deviceGroupRecord(group, seen)) });
      },
    },
    {
      ...{ ...CHANGING, method: "POST", path },
      description: {
        ...{ id: "createDeviceGroup", summary: "Creates a device group" },
        body: GroupInput,
        answers: { 201: DeviceGroupAnswer },
        refuses: [409],
      },
      async handle(request, caller) {
        checkDomain(request.params);
        const created = await createDeviceGroup(needs, caller, await readBody(request, GroupInput));
        if (!created.ok) throw failed(created.failure);
        return json(201, deviceGroupRecord(created.value, await seenBy(needs, caller)));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/:id` },
      description: {
        ...{ id: "readDeviceGroup", summary: "A device group", path: GROUP_IN_PATH },
        answers: { 200: DeviceGroupAnswer },
      },
      async handle({ params }, caller) {
        checkDomain(params);
        const seen = await seenBy(needs, caller);
        const group = seen.groups.get(idOf(params.id) ?? 0);
        if (!group) throw notFound();
        return json(200, deviceGroupRecord(group, seen));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/name/:name` },
      description: {
        ...{ id: "readDeviceGroupByName", summary: "A device group by its name" },
        path: { name: z.string().meta({ description: "Compared without case." }) },
        answers: { 200: DeviceGroupAnswer },
      },
      async handle({ params }, caller) {
        checkDomain(params);
        const seen = await seenBy(needs, caller);
        const group = [...seen.groups.values()].find((one) => one.name.toLowerCase() === params.name?.toLowerCase());
        if (!group) throw notFound();
        return json(200, deviceGroupRecord(group, seen));
      },
    },
    {
      ...{ ...CHANGING, method: "PUT", path: `${path}/:id` },
      description: {
        ...{ id: "updateDeviceGroup", summary: "Replaces the properties of a device group", path: GROUP_IN_PATH },
        body: GroupInput,
        answers: { 200: DeviceGroupAnswer },
        refuses: [409],
      },
      async handle(request, caller) {
        checkDomain(request.params);
        const input = await readBody(request, GroupInput);
        const updated = await updateDeviceGroup(needs, caller, idOf(request.params.id) ?? 0, input);
        if (!updated.ok) throw failed(updated.failure);
        return json(200, deviceGroupRecord(updated.value, await seenBy(needs, caller)));
      },
    },
    {
      ...{ ...CHANGING, method: "DELETE", path: `${path}/:id` },
      description: {
        ...{ id: "deleteDeviceGroup", summary: "Deletes a device group; its devices stay", path: GROUP_IN_PATH },
        answers: { 204: null },
        refuses: [409],
      },
      async handle({ params }, caller) {
        checkDomain(params);
        const removed = await removeDeviceGroup(needs, caller, idOf(params.id) ?? 0);
        if (!removed.ok) throw failed(removed.failure);
        return { status: 204 };
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/:id/device` },
      description: {
        ...{ id: "listDevicesOfGroup", summary: "The devices that a group holds directly", path: GROUP_IN_PATH },
        query: PAGE_PARAMETERS,
        answers: { 200: listAnswer(DeviceAnswer) },
      },
      async handle({ query, params }, caller) {
        checkDomain(params);
        const seen = await seenBy(needs, caller);
        const id = idOf(params.id) ?? 0;
        if (!seen.groups.has(id)) throw notFound();
        const members = [...seen.devices.values()].filter((one) => id === 1 || one.deviceGroupIds.includes(id));
        const { results, ...page } = pageOf(members, readPage(query));
        return json(200, { ...page, results: results.map((device) => deviceRecord(device, seen)) });
      },
    },
    member("POST"),
    member("DELETE"),
  ];
}
