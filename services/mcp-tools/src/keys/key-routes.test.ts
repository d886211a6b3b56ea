import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { hashSecret, newSecret } from "@network-access/access/basic-credentials";
import { createUserAuthenticator } from "@network-access/access/caller";
import { type Served, serve } from "@network-access/service-runtime/test/serve";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { createInMemoryKeyStore } from "./in-memory-key-store.ts";
import { createKeyRoutes } from "./key-routes.ts";
import type { KeyStore } from "./key-store.ts";

const start = new Date("2026-03-01T08:00:00Z");
let issuer: TestIssuer;
let served: Served;
let keys: KeyStore;
let made = 0;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const routes = createKeyRoutes({
    // Each test has its own keys.
    keys: {
      insert: (...given) => keys.insert(...given),
      find: (id) => keys.find(id),
      findByHashes: (hashes) => keys.findByHashes(hashes),
      list: (page) => keys.list(page),
      revoke: (...given) => keys.revoke(...given),
      noteUse: (...given) => keys.noteUse(...given),
    },
    authenticateUser: createUserAuthenticator(issuer.users),
    newId: () => `key-${++made}`,
    newSecret,
    now: () => start,
  });
  served = await serve({ routes });
});
afterAll(async () => {
  await served.stop();
  await issuer.stop();
});
beforeEach(() => {
  keys = createInMemoryKeyStore();
  made = 0;
});

const administrator = () => issuer.userToken({ permissions: ["tool-key:manage"] });

async function send(method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${served.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token ?? (await administrator())}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

const desk = {
  ...{ id: "key-1", label: "desk", kind: "long-lived", createdAt: start.toISOString(), createdBy: "ada@example.com" },
  ...{ expiresAt: null, lastUsedAt: null, revokedAt: null, revokedBy: null },
};

test("a key is created, listed without its secret, and revoked", async () => {
  const created = await send("POST", "/tool-keys", { label: "desk" });
  const { secret } = created.body;
  expect([created.status, created.body]).toEqual([201, { ...desk, secret: expect.stringMatching(/^[\w-]{43}$/) }]);
  expect(created.headers.get("cache-control")).toBe("no-store");
  expect([...(await keys.findByHashes([hashSecret(secret)])).keys()]).toEqual([hashSecret(secret)]);

  expect((await send("GET", "/tool-keys")).body).toEqual({ keys: [desk], nextPageKey: null });

  const revoked = { ...desk, revokedAt: start.toISOString(), revokedBy: "ada@example.com" };
  for (let time = 0; time < 2; time++) {
    const answer = await send("DELETE", "/tool-keys/key-1");
    expect([answer.status, answer.body]).toEqual([200, revoked]);
  }
  expect((await send("GET", "/tool-keys")).body).toEqual({ keys: [revoked], nextPageKey: null });
  expect(JSON.stringify(served.lines)).not.toContain(secret);
});

test("a registration key says when it ends", async () => {
  const { body } = await send("POST", "/tool-keys", { label: "stack", kind: "registration" });
  expect(body).toMatchObject({ kind: "registration", expiresAt: "2026-03-02T08:00:00.000Z" });
});

test("the list has pages", async () => {
  for (let n = 0; n < 3; n++) await send("POST", "/tool-keys", { label: `label ${n}` });
  const first = (await send("GET", "/tool-keys?limit=2")).body;
  const second = (await send("GET", `/tool-keys?limit=2&nextPageKey=${encodeURIComponent(first.nextPageKey)}`)).body;
  expect([first.keys.length, second.keys.length, second.nextPageKey]).toEqual([2, 1, null]);
});

test.each<[string, unknown, object[]]>([
  ["no label", {}, [{ field: "label", message: "must be a text of 1 to 100 characters" }]],
  ["an empty label", { label: " " }, [{ field: "label", message: "has 0 characters; 1 to 100 work" }]],
  [
    "an unknown kind",
    { label: "a", kind: "forever" },
    [{ field: "kind", message: 'must be "long-lived" or "registration"' }],
  ],
  [
    "two mistakes",
    { label: 7, expires: "never" },
    [
      { field: "label", message: "must be a text of 1 to 100 characters" },
      { field: "expires", message: "is not a member of a key; label and kind are" },
    ],
  ],
  ["a list", [], [{ field: "", message: "must be an object with the member label" }]],
])("%s is refused with its field", async (_, body, errors) => {
  const answer = await send("POST", "/tool-keys", body);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  expect(answer.body).toMatchObject({ code: "BAD_USER_INPUT", errors });
  expect(made).toBe(0);
});

test.each<[string, string, string]>([
  ["/tool-keys?size=3", "size", "is not a parameter of this address; limit and nextPageKey are"],
  ["/tool-keys?limit=x", "limit", "is not a whole number; 1 to 200 work"],
  ["/tool-keys?limit=0", "limit", "is 0; send 1 to 200, or nothing for 50"],
  ["/tool-keys?limit=1&limit=2", "limit", "is given more than once; give it once"],
  ["/tool-keys?nextPageKey=x", "nextPageKey", "is not a key of this list"],
])("%s is refused with its field", async (path, field, message) => {
  const answer = await send("GET", path);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([{ field, message: expect.stringContaining(message) }]);
});

test("an unknown key is 404", async () => {
  const answer = await send("DELETE", "/tool-keys/key-9");
  expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
  expect(answer.body.detail).toBe('there is no key "key-9"; the list of keys has the ids');
});

test("all addresses take only an idToken with the permission", async () => {
  const addresses = [
    ["POST", "/tool-keys"],
    ["GET", "/tool-keys?limit=x"],
    ["DELETE", "/tool-keys/key-1"],
  ] as const;
  for (const [method, path] of addresses) {
    for (const token of ["nonsense", await issuer.serviceToken({ subject: "service:mcp-tools" })]) {
      const refused = await send(method, path, undefined, token);
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
    const refused = await send(method, path, undefined, await issuer.userToken({ permissions: ["connector:manage"] }));
    expect([refused.status, refused.body.detail]).toEqual([403, 'the permission "tool-key:manage" is needed']);
  }
});
