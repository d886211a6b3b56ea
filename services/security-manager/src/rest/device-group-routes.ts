import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import { deviceGroupRecord, deviceRecord } from "../devices/device-record.ts";
import type { SavingNeeds } from "../devices/save-device.ts";
import { changeMember, createDeviceGroup, removeDeviceGroup, updateDeviceGroup } from "../devices/save-device-group.ts";
import { CHANGING, checkDomain, DOMAIN_PATH, READING, seenBy } from "./device-routes.ts";
import type { EstateRoute } from "./estate-route.ts";
import { failed } from "./failed.ts";
import { pageOf, readPage } from "./page.ts";
import { idOf, notFound, readBody } from "./read-body.ts";

const GroupInput = z.strictObject({
  name: z.string().trim().min(1).max(255),
  description: z.string().max(4_096).default(""),
  parentId: z.int().min(1).nullable().default(null),
});

/** Device groups and their members. */
export function deviceGroupRoutes(needs: SavingNeeds): readonly EstateRoute[] {
  const path = `${DOMAIN_PATH}/devicegroup`;
  const member = (method: "POST" | "DELETE"): EstateRoute => ({
    ...{ ...CHANGING, method, path: `${path}/:id/device/:device` },
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
      async handle({ query, params }, caller) {
        checkDomain(params);
        const seen = await seenBy(needs, caller);
        const { results, ...page } = pageOf([...seen.groups.values()], readPage(query));
        return json(200, { ...page, results: results.map((group) => deviceGroupRecord(group, seen)) });
      },
    },
    {
      ...{ ...CHANGING, method: "POST", path },
      async handle(request, caller) {
        checkDomain(request.params);
        const created = await createDeviceGroup(needs, caller, await readBody(request, GroupInput));
        if (!created.ok) throw failed(created.failure);
        return json(201, deviceGroupRecord(created.value, await seenBy(needs, caller)));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/:id` },
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
      async handle({ params }, caller) {
        checkDomain(params);
        const removed = await removeDeviceGroup(needs, caller, idOf(params.id) ?? 0);
        if (!removed.ok) throw failed(removed.failure);
        return { status: 204 };
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/:id/device` },
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
