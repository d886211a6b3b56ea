import { PASSWORD, type PreparedEstate } from "../described-estate.ts";
import type { Calls } from "./call.ts";

/** Calls about users and logins. */
export function userCalls({
  group,
  user,
  otherUser,
  userGroup,
  create,
  newName,
}: PreparedEstate): Record<string, Calls> {
  const newUser = () => create("/domain/1/user", { username: newName() });
  const newGroup = () => create("/domain/1/usergroup", { name: newName() });
  const described = { username: "described", password: PASSWORD };
  const all = { path: { id: 1 } };
  return {
    logIn: {
      succeed: [{ body: described }],
      refused: { 401: { body: { ...described, password: "a wrong password" } } },
    },
    validateLogin: { succeed: [{ body: described }, { body: { ...described, password: "a wrong password" } }] },
    listUserAccess: { succeed: [{}, { query: { after: "1", limit: "1" } }] },
    listUsers: { succeed: [{}] },
    createUser: {
      succeed: [
        { body: { username: newName() } },
        {
          body: {
            ...{ username: newName(), firstName: "Ada", lastName: "L", email: "ada.l@estate.example", locked: true },
            ...{ password: PASSWORD, userGroupIds: [userGroup] },
          },
        },
      ],
      refused: { 409: { body: { username: "DESCRIBED" } } },
    },
    readUser: { succeed: [{ path: { id: user } }] },
    updateUser: {
      succeed: [async () => ({ path: { id: await newUser() }, body: { username: newName(), password: PASSWORD } })],
      refused: { 409: { path: { id: otherUser }, body: { username: "DESCRIBED" } } },
    },
    listUserGroups: { succeed: [{}] },
    createUserGroup: { succeed: [{ body: { name: newName() } }], refused: { 409: { body: { name: "described" } } } },
    readUserGroup: { succeed: [{ path: { id: userGroup } }, all] },
    updateUserGroup: {
      succeed: [async () => ({ path: { id: await newGroup() }, body: { name: newName(), description: "d" } })],
      refused: { 409: { ...all, body: { name: newName() } } },
    },
    removeUserGroup: { succeed: [async () => ({ path: { id: await newGroup() } })], refused: { 409: all } },
    listUsersOfGroup: { succeed: [{ path: { id: userGroup } }, all] },
    addUserToGroup: {
      succeed: [async () => ({ path: { id: await newGroup(), user } })],
      refused: { 409: { path: { id: 1, user } } },
    },
    removeUserFromGroup: {
      succeed: [async () => ({ path: { id: await newGroup(), user } })],
      refused: { 409: { path: { id: 1, user } } },
    },
    readPermissions: { succeed: [{ path: { id: userGroup } }, all] },
    setPermissions: {
      succeed: [
        async () => ({
          path: { id: await newGroup() },
          body: { permissions: [{ name: "devices", write: true }], deviceGroups: [{ id: group, read: true }] },
        }),
      ],
    },
    listPermissionDefinitions: { succeed: [{}] },
  };
}
