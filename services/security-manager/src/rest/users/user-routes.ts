import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import type { Estate } from "../../devices/estate.ts";
import { listAccess } from "../../users/list-access.ts";
import { createUser, type SavingUserNeeds, updateUser } from "../../users/save-user.ts";
import { userRecord } from "../../users/user-record.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { AccessAnswer, UserAnswer } from "../answers/user-answer.ts";
import { checkDomain, DOMAIN_PATH } from "../device-routes.ts";
import type { EstateRoute } from "../estate-route.ts";
import { failed } from "../failed.ts";
import { envelope, PAGE_PARAMETERS, readNumber, readPage } from "../page.ts";
import { idOf, idParameter, notFound, readBody } from "../read-body.ts";

const password = z.string().min(12, "must have 12 to 128 characters").max(128, "must have 12 to 128 characters");

const userShape = {
  username: z
    .string()
    .max(255)
    .regex(/^[^:\p{Cc}]*$/u, "must have no colon and no control character")
    .trim()
    .min(1),
  firstName: z.string().max(255).default(""),
  lastName: z.string().max(255).default(""),
  email: z.email("must be an e-mail address").max(255).nullable().default(null),
  enabled: z.boolean().default(true),
  locked: z.boolean().default(false),
  expired: z.boolean().default(false),
  authType: z.literal("LOCAL", 'must be "LOCAL"').default("LOCAL"),
};
const UserCreation = z.strictObject({
  ...userShape,
  password: password.nullable().default(null),
  userGroupIds: z.array(z.int().min(1)).max(1_000).default([]),
});
const UserUpdate = z.strictObject({ ...userShape, password: password.optional() });

export const READING_USERS = {
  takes: ["user", "person"],
  needs: [{ access: "read", permission: "users" }],
} as const;
export const CHANGING_USERS = {
  takes: ["user", "person"],
  needs: [{ access: "write", permission: "users" }],
} as const;

const ACCESS_PARAMETERS = {
  after: z.int().min(0).max(999_999_999).default(0).meta({ description: "The member `next` of the page before." }),
  limit: z.int().min(1).max(1_000).default(1_000).meta({ description: "The most users of a page." }),
};

interface Needs extends SavingUserNeeds {
  readonly readEstate: () => Promise<Estate>;
}

/** Creates the routes for users. Other services call `/user/access` to read which device groups each user may read. */
export function userRoutes(needs: Needs): readonly EstateRoute[] {
  const { users } = needs;
  const path = `${DOMAIN_PATH}/user`;
  return [
    {
      ...{ ...READING_USERS, takes: ["user", "person", "service"], method: "GET", path: `${path}/access` },
      description: {
        ...{ id: "listUserAccess", summary: "The device groups that each user may read, by the id of the user" },
        query: ACCESS_PARAMETERS,
        answers: { 200: AccessAnswer },
      },
      async handle({ query, params }, caller) {
        checkDomain(params);
        const after = readNumber(query, "after", ACCESS_PARAMETERS.after);
        const limit = readNumber(query, "limit", ACCESS_PARAMETERS.limit);
        return json(200, await listAccess(needs, caller, { after, limit }));
      },
    },
    {
      ...{ ...READING_USERS, method: "GET", path },
      description: {
        ...{ id: "listUsers", summary: "The users", query: PAGE_PARAMETERS },
        answers: { 200: listAnswer(UserAnswer) },
      },
      async handle({ query, params }) {
        checkDomain(params);
        const page = readPage(query);
        const asked = { skip: page.page * page.pageSize, limit: page.pageSize };
        const [found, total] = await Promise.all([users.list(asked), users.count()]);
        return json(200, envelope(found.map(userRecord), total, page));
      },
    },
    {
      ...{ ...CHANGING_USERS, method: "POST", path },
      description: {
        ...{ id: "createUser", summary: "Creates a user", body: UserCreation },
        details: "A user without a password can only come with an idToken that has the user's email.",
        ...{ answers: { 201: UserAnswer }, refuses: [409] },
      },
      async handle(request) {
        checkDomain(request.params);
        const { password, userGroupIds, authType: _, ...input } = await readBody(request, UserCreation);
        const created = await createUser(needs, input, { password, userGroupIds });
        if (!created.ok) throw failed(created.failure);
        return json(201, userRecord(created.value));
      },
    },
    {
      ...{ ...READING_USERS, method: "GET", path: `${path}/:id` },
      description: {
        ...{ id: "readUser", summary: "A user", path: { id: idParameter("user") }, answers: { 200: UserAnswer } },
      },
      async handle({ params }) {
        checkDomain(params);
        const user = await users.find(idOf(params.id) ?? 0);
        if (!user) throw notFound();
        return json(200, userRecord(user));
      },
    },
    {
      ...{ ...CHANGING_USERS, method: "PUT", path: `${path}/:id` },
      description: {
        ...{ id: "updateUser", summary: "Changes a user", path: { id: idParameter("user") }, body: UserUpdate },
        details: "The password stays when it is left out; a new one ends the user's logins.",
        ...{ answers: { 200: UserAnswer }, refuses: [409] },
      },
      async handle(request) {
        checkDomain(request.params);
        const { password, authType: _, ...input } = await readBody(request, UserUpdate);
        const updated = await updateUser(needs, idOf(request.params.id) ?? 0, input, password);
        if (!updated.ok) throw failed(updated.failure);
        return json(200, userRecord(updated.value));
      },
    },
  ];
}
