import { z } from "zod";
import { PERMISSION_NAMES } from "../../access/estate-caller.ts";
import type { AccessPage } from "../../users/list-access.ts";
import type { userGroupRecord, userRecord } from "../../users/user-record.ts";
import { ID, TIME } from "./scalars.ts";

export const UserAnswer = z
  .object({
    id: ID,
    domainId: ID,
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    displayName: z.string(),
    email: z.string().nullable().meta({ description: "An idToken with it acts as this user." }),
    authType: z.literal("LOCAL"),
    passwordExpired: z.boolean().meta({ description: "False: passwords do not expire." }),
    enabled: z.boolean(),
    locked: z.boolean(),
    expired: z.boolean(),
    userGroupIds: z.array(ID).meta({ description: "The groups that hold the user directly, without All Users." }),
    lastLogin: TIME.nullable(),
    previousLogin: TIME.nullable(),
  })
  .meta({ id: "User" }) satisfies z.ZodType<Omit<ReturnType<typeof userRecord>, "authType" | "userGroupIds">>;

export const UserGroupAnswer = z
  .object({
    id: ID,
    domainId: ID,
    name: z.string(),
    description: z.string(),
    system: z.boolean().meta({ description: "True for All Users, which is never renamed or deleted." }),
  })
  .meta({ id: "UserGroup" }) satisfies z.ZodType<ReturnType<typeof userGroupRecord>>;

const grant = { read: z.boolean(), write: z.boolean() };

export const PermissionsAnswer = z
  .object({
    permissions: z.array(z.object({ name: z.enum(PERMISSION_NAMES), ...grant })),
    deviceGroups: z.array(z.object({ id: ID, ...grant })).meta({
      description: "Device group 1 stands for each of them. Groups that the caller does not see are left out.",
    }),
  })
  .meta({ id: "Permissions" });

export const AccessAnswer = z
  .object({
    users: z.array(
      z.object({
        id: ID,
        enabled: z.boolean(),
        locked: z.boolean(),
        expired: z.boolean(),
        deviceGroupIds: z.array(ID).meta({ description: "[1] stands for all device groups." }),
        version: z.string().meta({ description: "Differs after every change of the other members." }),
      }),
    ),
    groups: z.array(ID).optional().meta({ description: "The ids of all device groups; on the first page alone." }),
    next: ID.nullable().meta({ description: "The `after` of the next page; null at the end." }),
  })
  .meta({ id: "UserAccess" }) satisfies z.ZodType<Omit<AccessPage, "users" | "groups">>;
