import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import { type EstateCaller, PERMISSION_NAMES } from "../../access/estate-caller.ts";
import { type Estate, groupsOf } from "../../devices/estate.ts";
import { savePermissions } from "../../users/save-permissions.ts";
import type { SavingUserNeeds } from "../../users/save-user.ts";
import {
  changeUserGroupMember,
  createUserGroup,
  removeUserGroup,
  updateUserGroup,
} from "../../users/save-user-group.ts";
import { ALL_USERS, type UserGroup } from "../../users/user-group.ts";
import { userGroupRecord, userRecord } from "../../users/user-record.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { PermissionsAnswer, UserAnswer, UserGroupAnswer } from "../answers/user-answer.ts";
import { checkDomain, DOMAIN_PATH } from "../device-routes.ts";
import type { EstateRoute } from "../estate-route.ts";
import { failed } from "../failed.ts";
import { envelope, PAGE_PARAMETERS, pageOf, readPage } from "../page.ts";
import { idOf, idParameter, notFound, readBody } from "../read-body.ts";
import { CHANGING_USERS, READING_USERS } from "./user-routes.ts";

const GroupInput = z.strictObject({
  name: z.string().max(255).trim().min(1),
  description: z.string().max(4_096).default(""),
});

const grant = { read: z.boolean().default(false), write: z.boolean().default(false) };
const Permissions = z.strictObject({
  permissions: z
    .array(z.strictObject({ name: z.enum(PERMISSION_NAMES), ...grant }))
    .max(PERMISSION_NAMES.length)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "names a permission twice"),
  deviceGroups: z
    .array(z.strictObject({ id: z.int().min(1), ...grant }))
    .max(1_000)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "names a device group twice"),
});

const GROUP_IN_PATH = { id: idParameter("user group") };

interface Needs extends Omit<SavingUserNeeds, "nextUserId"> {
  readonly readEstate: () => Promise<Estate>;
  readonly nextGroupId: () => Promise<number>;
}

/** Routes for user groups, their members and their permissions. */
export function userGroupRoutes(needs: Needs): readonly EstateRoute[] {
  const { groups, users, nextGroupId } = needs;
  const path = `${DOMAIN_PATH}/usergroup`;
  return [
    {
      ...{ ...READING_USERS, method: "GET", path },
      description: {
        ...{ id: "listUserGroups", summary: "The user groups", query: PAGE_PARAMETERS },
        answers: { 200: listAnswer(UserGroupAnswer) },
      },
      async handle({ query, params }) {
        checkDomain(params);
        const { results, ...page } = pageOf(await groups.list(), readPage(query));
        return json(200, { ...page, results: results.map(userGroupRecord) });
      },
    },
    {
      ...{ ...CHANGING_USERS, method: "POST", path },
      description: {
        ...{ id: "createUserGroup", summary: "Creates a user group", body: GroupInput },
        ...{ answers: { 201: UserGroupAnswer }, refuses: [409] },
      },
      async handle(request) {
        checkDomain(request.params);
        const created = await createUserGroup({ groups, nextGroupId }, await readBody(request, GroupInput));
        if (!created.ok) throw failed(created.failure);
        return json(201, userGroupRecord(created.value));
      },
    },
    {
      ...{ ...READING_USERS, method: "GET", path: `${path}/:id` },
      description: {
        ...{ id: "readUserGroup", summary: "A user group", path: GROUP_IN_PATH, answers: { 200: UserGroupAnswer } },
      },
      handle: async ({ params }) => json(200, userGroupRecord(await findGroup(needs, params))),
    },
    {
      ...{ ...CHANGING_USERS, method: "PUT", path: `${path}/:id` },
      description: {
        ...{ id: "updateUserGroup", summary: "Changes a user group", path: GROUP_IN_PATH, body: GroupInput },
        ...{ answers: { 200: UserGroupAnswer }, refuses: [409] },
      },
      async handle(request) {
        checkDomain(request.params);
        const input = await readBody(request, GroupInput);
        const updated = await updateUserGroup(needs, idOf(request.params.id) ?? 0, input);
        if (!updated.ok) throw failed(updated.failure);
        return json(200, userGroupRecord(updated.value));
      },
    },
    {
      ...{ ...CHANGING_USERS, method: "DELETE", path: `${path}/:id` },
      description: {
        ...{ id: "removeUserGroup", summary: "Removes a user group", path: GROUP_IN_PATH },
        ...{ answers: { 204: null }, refuses: [409] },
      },
      async handle({ params }) {
        checkDomain(params);
        const removed = await removeUserGroup(needs, idOf(params.id) ?? 0);
        if (!removed.ok) throw failed(removed.failure);
        return { status: 204 };
      },
    },
    {
      ...{ ...READING_USERS, method: "GET", path: `${path}/:id/user` },
      description: {
        ...{ id: "listUsersOfGroup", summary: "The users of a group", path: GROUP_IN_PATH, query: PAGE_PARAMETERS },
        answers: { 200: listAnswer(UserAnswer) },
      },
      async handle({ query, params }) {
        const { id } = await findGroup(needs, params);
        const page = readPage(query);
        const asked = { skip: page.page * page.pageSize, limit: page.pageSize };
        const { total, users: found } =
          id === ALL_USERS
            ? { total: await users.count(), users: await users.list(asked) }
            : await users.listMembers(id, asked);
        return json(200, envelope(found.map(userRecord), total, page));
      },
    },
    memberRoute(needs, "POST"),
    memberRoute(needs, "DELETE"),
    {
      ...{ ...READING_USERS, method: "GET", path: `${path}/:id/permissions` },
      description: {
        ...{ id: "readPermissions", summary: "What the members of a group may", path: GROUP_IN_PATH },
        answers: { 200: PermissionsAnswer },
      },
      handle: async ({ params }, caller) =>
        json(200, await permissionsRecord(needs, caller, await findGroup(needs, params))),
    },
    {
      ...{ ...CHANGING_USERS, method: "PUT", path: `${path}/:id/permissions` },
      description: {
        ...{ id: "setPermissions", summary: "Sets what the members of a group may", path: GROUP_IN_PATH },
        details: "Rights to device groups that the caller does not see stay as they are. Write includes read.",
        ...{ body: Permissions, answers: { 200: PermissionsAnswer } },
      },
      async handle(request, caller) {
        checkDomain(request.params);
        const input = await readBody(request, Permissions);
        const saved = await savePermissions(needs, caller, idOf(request.params.id) ?? 0, input);
        if (!saved.ok) throw failed(saved.failure);
        return json(200, await permissionsRecord(needs, caller, saved.value));
      },
    },
    {
      ...{ ...READING_USERS, method: "GET", path: `${DOMAIN_PATH}/permissiondefinition` },
      description: {
        ...{ id: "listPermissionDefinitions", summary: "The permissions that a group may have" },
        query: PAGE_PARAMETERS,
        answers: { 200: listAnswer(z.object({ name: z.enum(PERMISSION_NAMES) })) },
      },
      handle({ query, params }) {
        checkDomain(params);
        const { results, ...page } = pageOf(PERMISSION_NAMES, readPage(query));
        return json(200, { ...page, results: results.map((name) => ({ name })) });
      },
    },
  ];
}

function memberRoute(needs: Needs, method: "POST" | "DELETE"): EstateRoute {
  return {
    ...{ ...CHANGING_USERS, method, path: `${DOMAIN_PATH}/usergroup/:id/user/:user` },
    description: {
      ...(method === "POST"
        ? { id: "addUserToGroup", summary: "Adds a user to a user group" }
        : { id: "removeUserFromGroup", summary: "Removes a user from a user group" }),
      path: { ...GROUP_IN_PATH, user: idParameter("user") },
      ...{ answers: { 204: null }, refuses: [409] },
    },
    async handle({ params }) {
      checkDomain(params);
      const [groupId = 0, userId = 0] = [idOf(params.id), idOf(params.user)];
      const changed = await changeUserGroupMember(needs, { groupId, userId, isMember: method === "POST" });
      if (!changed.ok) throw failed(changed.failure);
      return { status: 204 };
    },
  };
}

async function findGroup({ groups }: Needs, params: Readonly<Record<string, string>>): Promise<UserGroup> {
  checkDomain(params);
  const [group] = await groups.findMany([idOf(params.id) ?? 0]);
  if (!group) throw notFound();
  return group;
}

/** Returns the permissions of a user group. Leaves out permissions for device groups that the caller may not see. */
async function permissionsRecord(
  { readEstate }: Needs,
  caller: EstateCaller,
  { permissions, deviceGroups }: UserGroup,
): Promise<object> {
  const seen = new Set(groupsOf(await readEstate(), caller).map(({ id }) => id));
  return { permissions, deviceGroups: deviceGroups.filter(({ id }) => seen.has(id)) };
}
