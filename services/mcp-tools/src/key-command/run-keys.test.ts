import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { newSecret } from "@network-access/access/basic-credentials";
import { createUserAuthenticator } from "@network-access/access/caller";
import { type Served, serve } from "@network-access/service-runtime/test/serve";
import { listen } from "@network-access/testkit/listen";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { createInMemoryKeyStore } from "../keys/in-memory-key-store.ts";
import { createKeyRoutes } from "../keys/key-routes.ts";
import type { KeyStore } from "../keys/key-store.ts";
import { runKeys } from "./run-keys.ts";

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterAll(() => issuer.stop());
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const start = new Date("2026-03-01T08:00:00Z");

async function aServer(): Promise<Served & { readonly keys: KeyStore }> {
  let made = 0;
  const keys = createInMemoryKeyStore();
  const routes = createKeyRoutes({
    ...{ keys, authenticateUser: createUserAuthenticator(issuer.users), newSecret, now: () => start },
    newId: () => `key-${String(++made).padStart(3, "0")}`,
  });
  const served = await serve({ routes });
  ends.push(served.stop);
  return { ...served, keys };
}

/** Runs one command. `lines` contains the standard output and the error output. */
async function run(
  url: string,
  args: readonly string[],
  {
    token,
    signal = new AbortController().signal,
    now = start,
  }: { token?: string; signal?: AbortSignal; now?: Date } = {},
) {
  const printed: string[] = [];
  const complained: string[] = [];
  const destination = { url, token: token ?? (await issuer.userToken({ permissions: ["tool-key:manage"] })) };
  const code = await runKeys(
    {
      print: (line) => printed.push(line),
      complain: (line) => complained.push(line),
      readDestination: () => destination,
      ...{ signal, now: () => now },
    },
    args,
  );
  return { code, printed, complained };
}

test("a key is created, and only its secret goes to standard output", async () => {
  const { url, keys } = await aServer();
  const { code, printed, complained } = await run(url, ["create", "--label", "network team"]);
  expect([code, printed]).toEqual([0, [expect.stringMatching(/^[\w-]{43}$/)]]);
  expect(complained).toEqual([
    'Key key-001 (long-lived) for "network team", valid until it is revoked. Its secret is shown only now:',
  ]);
  expect(await keys.find("key-001")).toMatchObject({ label: "network team", kind: "long-lived" });
});

test("a registration key says when it ends", async () => {
  const { url } = await aServer();
  const { complained } = await run(url, ["create", "--label", "build", "--kind", "registration"]);
  expect(complained[0]).toContain('(registration) for "build", valid until 2026-03-02 08:00Z.');
});

test("keys are listed with their states, without secrets", async () => {
  const { url, keys } = await aServer();
  const secrets = [];
  for (const label of ["first", "second", "third\u202e"]) {
    const kind = label === "second" ? ["--kind", "registration"] : [];
    secrets.push((await run(url, ["create", "--label", label, ...kind])).printed[0]);
  }
  await keys.noteUse("key-003", start);
  await run(url, ["revoke", "key-001"]);
  const { code, printed, complained } = await run(url, ["list"], { now: new Date("2026-03-02T08:00:00Z") });
  expect([code, complained]).toEqual([0, []]);
  expect(printed).toEqual([
    "ID       KIND          STATE    CREATED            EXPIRES            LAST USED          CREATED BY       LABEL",
    "key-003  long-lived    valid    2026-03-01 08:00Z  never              2026-03-01 08:00Z  ada@example.com  third\\u202e",
    "key-002  registration  expired  2026-03-01 08:00Z  2026-03-02 08:00Z  never              ada@example.com  second",
    "key-001  long-lived    revoked  2026-03-01 08:00Z  never              never              ada@example.com  first",
  ]);
  for (const secret of secrets) expect(printed.join("\n")).not.toContain(secret);
});

test("every page is listed", async () => {
  const { url, keys } = await aServer();
  for (let n = 0; n < 450; n++) {
    const key = {
      ...({ id: `k${n}`, label: "a", kind: "long-lived", createdAt: new Date(n), createdBy: "ada" } as const),
      ...{ expiresAt: null, lastUsedAt: null, revokedAt: null, revokedBy: null },
    };
    await keys.insert(key, `hash-${n}`);
  }
  expect((await run(url, ["list"])).printed).toHaveLength(451);
});

test("no keys are said so", async () => {
  const { url } = await aServer();
  expect(await run(url, ["list"])).toEqual({
    code: 0,
    printed: [],
    complained: ["There are no keys; create makes one."],
  });
});

test("a key is revoked once, and the answer says by whom", async () => {
  const { url, keys } = await aServer();
  await run(url, ["create", "--label", "desk"]);
  const text =
    'Key key-001 for "desk" is revoked since 2026-03-01 08:00Z, by ada@example.com. It ends within 5 seconds of that.';
  for (let time = 0; time < 2; time++)
    expect(await run(url, ["revoke", "key-001"])).toEqual({ code: 0, printed: [text], complained: [] });
  expect((await keys.find("key-001"))?.revokedAt).toEqual(start);
});

test("refusals of the tool server are shown", async () => {
  const { url } = await aServer();
  const problem = async (args: readonly string[], token?: string) => {
    const { code, printed, complained } = await run(url, args, token === undefined ? {} : { token });
    return [code, printed, ...complained];
  };
  expect(await problem(["revoke", "a/b"])).toEqual([
    ...[1, []],
    'The tool server refused (404): there is no key "a/b"; the list of keys has the ids',
  ]);
  expect(await problem(["create", "--label", "x".repeat(101)])).toEqual([
    ...[1, []],
    "The tool server refused (400): label has 101 characters; 1 to 100 work",
  ]);
  expect(await problem(["list"], await issuer.userToken())).toEqual([
    ...[1, []],
    'The tool server refused (403): the permission "tool-key:manage" is needed',
  ]);
  expect(await problem(["list"], "s3cret")).toEqual([
    ...[1, []],
    expect.stringMatching(/^The tool server refused \(401\): .*; check TOOL_SERVER_TOKEN$/),
  ]);
});

test("another server, and none, are named", async () => {
  let status = 200;
  const server = createServer((_, response) => void response.writeHead(status).end('{"hello":"world"}'));
  const { url, stop } = await listen(server);
  expect((await run(url, ["list"])).complained).toEqual([`The tool server refused (200): ${url} is not a tool server`]);
  for (status of [302, 404])
    expect((await run(url, ["list"])).complained).toEqual([
      `The tool server refused (${status}): there is no tool server at ${url}`,
    ]);
  await stop();
  expect(await run(url, ["create", "--label", "a"])).toEqual({
    ...{ code: 1, printed: [], complained: [`${url} can't be reached: nothing listens there.`] },
  });
});

test("an interruption ends a call", async () => {
  const interruption = new AbortController();
  const server = createServer(() => interruption.abort());
  const { url, stop } = await listen(server);
  ends.push(stop);
  const { code, complained } = await run(url, ["list"], { signal: interruption.signal });
  expect([code, complained]).toEqual([130, ["Interrupted."]]);
});

test.each<[string[], string]>([
  [["make"], '"make" is not a command; create, list and revoke work'],
  [["--label", "a"], "a command is missing; create, list and revoke work"],
  [["create"], "--label is missing; say in it what the key is for"],
  [["create", "--label", " "], "--label is missing; say in it what the key is for"],
  [
    ["create", "--label", "a", "b"],
    'create takes only flags, but "b" was given; put a label of several words into quotes',
  ],
  [["create", "--label", "a", "--kind", "short"], '--kind "short" is not a kind; long-lived and registration work'],
  [["list", "key-1"], 'list takes nothing, but "key-1" was given; leave it out'],
  [["list", "--kind", "registration"], "--kind is for create, not for list"],
  [["revoke"], "an id is missing; write revoke ID, list shows the ids"],
  [["revoke", "a", "b"], 'revoke takes one id, but "b" was given too; revoke one at a time'],
  [["list", "--all"], "Unknown option '--all'"],
])("the arguments %j are refused before anything is sent", async (args, problem) => {
  const { code, printed, complained } = await run("http://127.0.0.1:9", args);
  expect([code, printed]).toEqual([64, []]);
  expect(complained).toEqual([
    expect.stringContaining(problem),
    "npm run keys -- --help shows every command and flag.",
  ]);
});

test.each([[[]], [["--help"]], [["create", "-h"]]])("the arguments %j show the help", async (args) => {
  const { code, printed, complained } = await run("http://127.0.0.1:9", args);
  expect([code, complained]).toEqual([0, []]);
  expect(printed.join("\n")).toContain("npm run keys -- create --label LABEL [--kind KIND]");
});

test("missing settings are named", async () => {
  const complained: string[] = [];
  const code = await runKeys(
    {
      print: () => undefined,
      complain: (line) => complained.push(line),
      readDestination() {
        throw new Error("the environment can't be used\n  TOOL_SERVER_URL: is missing");
      },
      ...{ signal: new AbortController().signal, now: () => start },
    },
    ["list"],
  );
  expect([code, complained]).toEqual([78, ["the environment can't be used", "  TOOL_SERVER_URL: is missing"]]);
});

test("an address without encryption is complained about", async () => {
  const { complained } = await run("http://tools.invalid", ["list"]);
  expect(complained[0]).toBe("http://tools.invalid is not https: the token and the key are sent in plain text.");
});
