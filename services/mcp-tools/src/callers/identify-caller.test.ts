import { expect, test } from "@jest/globals";
import type { FoundKey } from "../keys/find-key.ts";
import type { BucketName } from "../rate/rate-limiter.ts";
import type { DirectoryUser } from "./caller.ts";
import { identifyCaller } from "./identify-caller.ts";
import type { FoundUser } from "./user-directory.ts";

/**
 * The simulated state of the service, and the headers of a request. Members that a test does not set have the values of
 * `right`, with which the request is accepted.
 */
interface State {
  readonly known: boolean;
  readonly key: FoundKey["kind"];
  readonly user: FoundUser["kind"];
  readonly enabled: boolean;
  readonly locked: boolean;
  readonly expired: boolean;
  readonly deviceGroupIds: readonly number[];
  readonly empty: readonly BucketName[];
  readonly headers: Readonly<Record<string, string>>;
}
const right: State = {
  ...{ known: true, key: "valid", user: "found", enabled: true, locked: false, expired: false },
  ...{ deviceGroupIds: [4, 12], empty: [], headers: { "x-api-key": "secret", "x-mgr-user-id": "7" } },
};

/**
 * Calls `identifyCaller` with a simulated state. Returns the result, and the calls that `identifyCaller` made, in their
 * order.
 */
async function identify(given: Partial<State> = {}) {
  const state = { ...right, ...given };
  const { enabled, locked, expired, deviceGroupIds } = state;
  const user: DirectoryUser = { id: 7, enabled, locked, expired, deviceGroupIds };
  const asked: string[] = [];
  const admission = await identifyCaller(
    {
      limiter: {
        async draw(bucket) {
          asked.push(`draw ${bucket}`);
          return state.empty.includes(bucket) ? { ok: false, retryAfterSeconds: 3 } : { ok: true };
        },
      },
      keys: {
        isKnown: (secret) => state.known && secret === "secret",
        async find(secret) {
          asked.push(`key ${secret}`);
          return state.key === "valid" ? { kind: "valid", key: aKey } : { kind: state.key };
        },
      },
      directory: {
        async find(id) {
          asked.push(`user ${id}`);
          return state.user === "found" ? { kind: "found", user } : { kind: state.user };
        },
      },
    },
    state.headers,
  );
  return {
    asked,
    caller: admission.ok ? admission.caller : undefined,
    refusal: admission.ok ? undefined : admission.refusal,
  };
}

const aKey = {
  ...({ id: "key-1", label: "desk", kind: "long-lived", createdAt: new Date(0), createdBy: "ada" } as const),
  ...{ expiresAt: null, lastUsedAt: null, revokedAt: null, revokedBy: null },
};
const withHeaders = (headers: Readonly<Record<string, string>>) => ({ headers: { ...right.headers, ...headers } });
const aUser = {
  ...{ kind: "user", keyId: "key-1", userId: 7, deviceGroupIds: [4, 12], defaultGroupId: 4, headerGroupId: null },
};
const forbidden = (message: string) => ({ status: 403, message });

test("a caller with a key and a user gets the lowest device group that the user may use", async () => {
  expect((await identify()).caller).toEqual(aUser);
});

test("the header names another device group", async () => {
  const { caller } = await identify(withHeaders({ "x-device-group-id": "12" }));
  expect(caller).toEqual({ ...aUser, defaultGroupId: 12, headerGroupId: 12 });
});

test("spaces around headers and leading zeros of ids do not matter", async () => {
  const headers = { "x-api-key": " secret ", "x-mgr-user-id": " 007 ", "x-device-group-id": "0012" };
  expect((await identify({ headers })).caller).toEqual({ ...aUser, defaultGroupId: 12, headerGroupId: 12 });
});

test.each<[string, Record<string, string>]>([
  ["no header", {}],
  ["an empty key", { "x-api-key": "" }],
  ["a key of spaces", { "x-api-key": "  ", "x-mgr-user-id": "7" }],
  ["a user without a key", { "x-mgr-user-id": "7" }],
  ["nonsense without a key", { "x-mgr-user-id": "x", "x-device-group-id": "y" }],
])("a request with %s is anonymous", async (_, headers) => {
  expect(await identify({ headers, key: "unavailable", user: "unavailable" })).toEqual({
    asked: ["draw others"],
    caller: { kind: "anonymous" },
  });
});

test("an anonymous request draws only from the bucket without a user", async () => {
  const refusal = { status: 429, message: "Rate limit exceeded", retryAfterSeconds: 3 };
  expect((await identify({ headers: {}, empty: ["others"] })).refusal).toEqual(refusal);
  expect((await identify({ headers: {}, empty: ["users"] })).caller).toEqual({ kind: "anonymous" });
});

test("a key that is known draws only from the users' bucket", async () => {
  expect((await identify({ empty: ["others"] })).asked).toEqual(["draw users", "key secret", "user 7"]);
  const ended = await identify({ key: "unknown" });
  expect(ended).toMatchObject({ asked: ["draw users", "key secret"], refusal: { status: 401 } });
});

test("a key that is not known draws before the database is asked, and from the users' bucket once it is valid", async () => {
  expect((await identify({ known: false })).asked).toEqual(["draw others", "key secret", "draw users", "user 7"]);
  for (const key of ["unknown", "unavailable"] as const)
    expect((await identify({ known: false, key })).asked).toEqual(["draw others", "key secret"]);
  expect(await identify({ known: false, empty: ["others"] })).toMatchObject({
    asked: ["draw others"],
    refusal: { status: 429, retryAfterSeconds: 3 },
  });
  expect(await identify({ known: false, empty: ["users"] })).toMatchObject({
    asked: ["draw others", "key secret", "draw users"],
    refusal: { status: 429, retryAfterSeconds: 3 },
  });
});

test("a flood of unknown keys does not lock out users", async () => {
  expect(await identify({ known: false, key: "unknown", empty: ["others"] })).toMatchObject({
    refusal: { status: 429 },
  });
  expect((await identify({ empty: ["others"] })).caller).toEqual(aUser);
});

test.each(["", "  "])("an empty user header %j is a missing one", async (text) => {
  expect((await identify(withHeaders({ "x-mgr-user-id": text }))).refusal).toEqual(
    forbidden("Missing x-mgr-user-id header"),
  );
});

test.each(["ada@example.com", "7.0", "-7", "+7", "0x7", "7 8", "7, 7", "0", "99999999999999999999", "\u0661"])(
  "the user header %j names no user, and the directory is not asked for it",
  async (text) => {
    const { asked, refusal } = await identify({ ...withHeaders({ "x-mgr-user-id": text }), user: "unavailable" });
    expect([asked, refusal]).toEqual([["draw users", "key secret"], forbidden("Unknown user")]);
  },
);

test.each([{ enabled: false }, { locked: true }, { expired: true }])("a user with %j is disabled", async (given) => {
  expect((await identify(given)).refusal).toEqual(forbidden("user is disabled"));
});

test("an empty group header is a missing one", async () => {
  expect((await identify(withHeaders({ "x-device-group-id": " " }))).caller).toEqual(aUser);
});

test.each<[string, string]>([
  ["5", "5"],
  ["1", "1"],
  ["0", "0"],
  ["4x", "4x"],
  ["4, 12", "4, 12"],
  ["12345678901234567890", "12345678901234567890"],
  ["123456789012345678901", "12345678901234567890"],
  ["a group whose name is long", "a group whose name i"],
])("the device group %j is not authorized", async (text, named) => {
  expect((await identify(withHeaders({ "x-device-group-id": text }))).refusal).toEqual(
    forbidden(`Device group ${named} is not authorized for this user`),
  );
});

/**
 * All reasons to refuse a request. Each entry has a name, the state that causes the refusal, and the expected refusal.
 * If several reasons apply, the first of them in this list is reported.
 */
const mistakes: readonly [string, Partial<State>, object][] = [
  [
    "no token for unknown callers",
    { known: false, empty: ["others"] },
    { status: 429, message: "Rate limit exceeded", retryAfterSeconds: 3 },
  ],
  [
    "a database that is away",
    { known: false, key: "unavailable" },
    { status: 503, message: "Temporarily unavailable", retryAfterSeconds: 1 },
  ],
  ["an unknown key", { known: false, key: "unknown" }, { status: 401, message: "API key not recognised or expired" }],
  ["no token for users", { empty: ["users"] }, { status: 429, message: "Rate limit exceeded", retryAfterSeconds: 3 }],
  ["no user header", { headers: { "x-api-key": "secret" } }, forbidden("Missing x-mgr-user-id header")],
  ["a user header of letters", withHeaders({ "x-mgr-user-id": "ada" }), forbidden("Unknown user")],
  [
    "a directory without a copy",
    { user: "unavailable" },
    { status: 503, message: "Temporarily unavailable", retryAfterSeconds: 5 },
  ],
  ["an unknown user", { user: "unknown" }, forbidden("Unknown user")],
  ["a disabled user", { enabled: false }, forbidden("user is disabled")],
  ["a user without groups", { deviceGroupIds: [] }, forbidden("user has no authorized device groups")],
  [
    "another group",
    withHeaders({ "x-device-group-id": "5" }),
    forbidden("Device group 5 is not authorized for this user"),
  ],
];

const pairs = mistakes.flatMap(([first, state, refusal], at) =>
  mistakes.slice(at).flatMap(([second, other]) => {
    const headers = { ...right.headers, ...other.headers, ...state.headers };
    if ([first, second].includes("no user header")) Reflect.deleteProperty(headers, "x-mgr-user-id");
    const empty = [...(state.empty ?? []), ...(other.empty ?? [])];
    return [[first, second, { ...other, ...state, headers, empty }, refusal] as const];
  }),
);

test.each(pairs)("with %s and %s, the first is reported", async (_, __, state, refusal) => {
  expect((await identify(state)).refusal).toEqual(refusal);
});
