import { afterEach, describe, expect, test } from "@jest/globals";
import { ID_TOKEN, LOGIN_TOKEN, startManager, USER } from "../test/manager-server.ts";
import { runCommand } from "../test/run-command.ts";
import { writtenFile } from "../test/written-file.ts";
import { readDestination } from "./config.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function started(options?: Parameters<typeof startManager>[0]) {
  const manager = await startManager(options);
  stops.push(manager.stop);
  return manager;
}

const HEAD = [
  "ASA Version 9.1",
  ...["interface GigabitEthernet0/0", " nameif outside", " ip address 192.0.2.1 255.255.255.0"],
];
const rules = (count: number) =>
  Array.from({ length: count }, (_, at) => `access-list L extended permit tcp any any eq ${at + 1}`);
const configuration = (...lines: readonly string[]) => writtenFile("fw.txt", [...HEAD, ...lines, ""].join("\n"));
const sent = ({ requests }: Awaited<ReturnType<typeof started>>) =>
  requests.map(
    ({ method, path }) => `${method} ${path.replace(/[0-9a-f]{64}/, "NAME").replace("/domain/1/device", "")}`,
  );

test("a device of a new name is created, gets its first revision, and the command waits until it is searchable", async () => {
  const manager = await started({ pollsUntilSearchable: 3 });
  const file = configuration(
    "object network h",
    " host 10.0.0.1",
    ...rules(2),
    "route outside 0 0 192.0.2.2",
    "frobnicate",
  );
  const { code, printed, complained } = await runCommand(["asa", file, "--device", "Edge 1", "--group", "12"], manager);
  expect(complained).toBe("");
  expect(printed.split("\n")).toEqual([
    expect.stringMatching(/^.*fw\.txt:9:1 frobnicate: \S/),
    "Device: Edge 1 (1, new)",
    "Revision: 1 (new)",
    expect.stringMatching(/^Rules: [1-9]/),
    "Objects: 1",
    expect.stringMatching(/^Routes: [1-9]/),
    "Not understood: 1",
    expect.stringMatching(/^Searchable after \d\.\d s$/),
  ]);
  const uploads = sent(manager).filter((line) => line === "PUT /1/part/NAME").length;
  expect(sent(manager)).toEqual([
    "GET ?name=Edge%201&pageSize=2",
    "POST ",
    "GET /1/rev?pageSize=1",
    "PUT /1/rev",
    ...Array(uploads).fill("PUT /1/part/NAME"),
    "PUT /1/rev",
    ...Array(3).fill("GET /1/rev/1"),
  ]);
  expect(manager.devices).toMatchObject([
    {
      name: "Edge 1",
      created: { type: "FIREWALL", vendor: "Cisco", product: "ASA", deviceGroupIds: [12] },
      revisions: [{ configuredAt: "2026-03-01T08:00:00.000Z" }],
    },
  ]);
  expect(manager.requests.map(({ headers }) => headers.authorization)).toEqual(
    Array(manager.requests.length).fill(`Bearer ${ID_TOKEN}`),
  );
  expect(code).toBe(0);
});

test("an unchanged configuration sends no part and makes no revision; --group is ignored for an existing device", async () => {
  const manager = await started();
  const file = configuration(...rules(2));
  await runCommand(["asa", file, "--device", "edge"], manager);
  const before = manager.requests.length;
  const { code, printed, complained } = await runCommand(["asa", file, "--device", "EDGE", "--group", "3"], manager);
  expect(sent(manager).slice(before)).toEqual(["GET ?name=EDGE&pageSize=2", "GET /1/rev?pageSize=1", "PUT /1/rev"]);
  expect(printed).toContain("Device: edge (1, existing)\nRevision: 1 (unchanged)");
  expect(complained).toBe("--group is ignored: the device edge exists already.");
  expect(manager.devices.map(({ revisions }) => revisions.length)).toEqual([1]);
  expect(code).toBe(0);
});

test("only parts that are missing are sent, large ones packed", async () => {
  const manager = await started();
  await runCommand(["asa", configuration(...rules(2_500)), "--device", "edge"], manager);
  const before = manager.requests.length;
  const at = "2026-03-02T08:00:00Z";
  const changed = configuration(...rules(2_501));
  const { code, printed } = await runCommand(["asa", changed, "--device", "edge", "--configured-at", at], manager);
  const requests = manager.requests.slice(before);
  const parts = requests.filter(({ path }) => path.includes("/part/"));
  // The last rows of the list and the text; the first 2,000 rows and the interfaces did not change.
  expect(parts.map(({ text }) => JSON.parse(text).kind).sort()).toEqual(["policy", "text"]);
  for (const { headers, text } of parts)
    expect(headers["content-encoding"]).toBe(text.length > 8_192 ? "gzip" : undefined);
  expect(parts.some(({ headers }) => headers["content-encoding"] === "gzip")).toBe(true);
  expect(JSON.parse(requests.find(({ path }) => path.endsWith("/rev"))?.text ?? "")).toMatchObject({
    ...{ configuredAt: "2026-03-02T08:00:00.000Z", baseRevision: 1, schema: "device-snapshot.v1" },
  });
  expect(printed).toContain("Revision: 2 (new)");
  expect(code).toBe(0);
});

test("a revision that came meanwhile is a conflict, and nothing is overwritten", async () => {
  const manager = await started({
    before: ({ method, path }) => {
      const [device] = manager.devices;
      if (method === "PUT" && path.endsWith("/rev") && device?.revisions.length === 0)
        manager.addRevision(device, ["other"], "2026-03-01T07:00:00Z");
      return undefined;
    },
  });
  const { code, complained } = await runCommand(["asa", configuration(), "--device", "edge"], manager);
  expect(complained).toBe("The manager refused (409): another revision of the device came meanwhile; import again");
  expect(manager.devices[0]?.revisions).toMatchObject([{ parts: ["other"] }]);
  expect(code).toBe(1);
});

test("parts that stay missing are sent at most twice", async () => {
  const manager = await started({
    before: ({ path }) => (path.includes("/part/") ? { status: 201 } : undefined),
  });
  const { code, complained } = await runCommand(["asa", configuration(), "--device", "edge"], manager);
  expect(sent(manager).filter((line) => line === "PUT /1/rev")).toHaveLength(3);
  expect(complained).toMatch(/^The manager refused \(409\): \d+ parts are still missing after they were sent$/);
  expect(code).toBe(1);
});

test("a device that somebody else created at the same time is used", async () => {
  const manager = await started({
    before: ({ method, path }) => {
      if (method === "POST" && path === "/domain/1/device") manager.createDevice("edge");
      return undefined;
    },
  });
  const { code, printed } = await runCommand(["asa", configuration(), "--device", "edge"], manager);
  expect(sent(manager).slice(0, 3)).toEqual(["GET ?name=edge&pageSize=2", "POST ", "GET ?name=edge&pageSize=2"]);
  expect(printed).toContain("Device: edge (1, existing)");
  expect(code).toBe(0);
});

test("a manager that answers with another device never gets this device's configuration", async () => {
  const other = {
    status: 200,
    body: { total: 1, page: 0, pageSize: 2, count: 1, results: [{ id: 7, name: "other" }] },
  };
  const manager = await started({ before: ({ path }) => (path.includes("?name=") ? other : undefined) });
  const { printed } = await runCommand(["asa", configuration(), "--device", "edge"], manager);
  expect(printed).toContain("Device: edge (1, new)");
});

describe("credentials", () => {
  const { username: user, password } = USER;

  test("a user and a password are exchanged for a token", async () => {
    const manager = await started();
    const command = ["asa", configuration(), "--device", "edge"];
    const { code } = await runCommand(command, { ...manager, credentials: { user, password } });
    const [login, ...others] = manager.requests;
    expect([login?.path, JSON.parse(login?.text ?? "")]).toEqual(["/authentication/login", USER]);
    for (const { headers } of others) {
      expect(headers["x-fm-auth-token"]).toBe(LOGIN_TOKEN);
      expect(headers.authorization).toBeUndefined();
    }
    expect(code).toBe(0);
  });

  test("a wrong password is reported at once", async () => {
    const manager = await started();
    const credentials = { user, password: "wrong horse battery" };
    const { code, complained } = await runCommand(["asa", configuration(), "--device", "e"], {
      ...manager,
      credentials,
    });
    expect(complained).toBe(
      "The manager refused (401): the user or the password is wrong (request r-1); check the credentials",
    );
    expect(sent(manager)).toEqual(["POST /authentication/login"]);
    expect(code).toBe(1);
  });

  test("they are never shown, even if the manager repeats them", async () => {
    const answers = [
      ({ text, headers }: { text: string; headers: object }) => ({
        status: 400,
        body: { errors: [{ field: text, message: JSON.stringify(headers) }] },
      }),
      () => "break" as const,
      () => ({ status: 503, body: { message: `${password} ${ID_TOKEN}` } }),
      () => ({ status: 200, body: { authorized: true, token: `${password}\n`, more: ID_TOKEN } }),
    ];
    for (const before of answers)
      for (const credentials of [{ user, password }, { token: ID_TOKEN }]) {
        const manager = await started({ before });
        const options = { ...manager, credentials, times: { patienceMs: 20 } };
        const { code, ...shown } = await runCommand(["asa", configuration(), "--device", "edge"], options);
        expect(JSON.stringify(shown)).not.toMatch(/correct horse|id-token-of/);
        expect(shown.complained).not.toBe("");
        expect(code).toBe(1);
      }
  });

  test("missing settings are named, and end with 78", async () => {
    const options = { readDestination: () => readDestination({}) };
    const { code, complained } = await runCommand(["asa", configuration(), "--device", "edge"], options);
    expect(complained).toContain("MANAGER_URL: is missing");
    expect(code).toBe(78);
  });
});

describe("a manager that does not work", () => {
  test("one that is away is tried again, with an end", async () => {
    const manager = await startManager();
    await manager.stop();
    const command = ["asa", configuration(), "--device", "edge"];
    const { code, complained, said } = await runCommand(command, { url: manager.url, times: { patienceMs: 30 } });
    expect(complained).toMatch(
      new RegExp(`^Gave up: ${manager.url} can't be reached: nothing listens there after \\d+ attempts in 0 s\\.$`),
    );
    expect(said).toContain("nothing listens there; again in 0.0 s");
    expect(code).toBe(1);
  });

  test.each([429, 503])("after %d it waits as long as asked", async (status) => {
    const manager = await started({
      before: (_, count) => (count === 1 ? { status, headers: { "retry-after": "1" } } : undefined),
    });
    const beganAt = performance.now();
    const { code, said } = await runCommand(["asa", configuration(), "--device", "edge"], manager);
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(990);
    expect(said).toContain("; again in 1.0 s");
    expect(code).toBe(0);
  });

  test("a wait that is too long ends the command", async () => {
    const manager = await started({ before: () => ({ status: 429, headers: { "retry-after": "900" } }) });
    const { code, complained } = await runCommand(["asa", configuration(), "--device", "edge"], manager);
    expect(complained).toBe("Gave up: the manager is busy and asks to wait 900 s after 1 attempts in 0 s.");
    expect(code).toBe(1);
  });

  test("a revision that is never searchable ends the command, and says that it is stored", async () => {
    const manager = await started({ pollsUntilSearchable: Number.POSITIVE_INFINITY });
    const options = { ...manager, times: { searchableMs: 40 } };
    const { code, printed, complained } = await runCommand(["asa", configuration(), "--device", "edge"], options);
    expect(printed).toContain("Revision: 1 (new)");
    expect(complained).toBe("Gave up: the revision 1 is stored, but not searchable after 0.04 s.");
    expect(code).toBe(1);
  });

  test("a call has a deadline", async () => {
    const manager = await started({ before: (_, count) => (count === 1 ? "silence" : undefined) });
    const options = { ...manager, times: { deadlineMs: 100 } };
    const { code, said } = await runCommand(["asa", configuration(), "--device", "edge"], options);
    expect(said).toContain("the manager did not answer within 0.1 s; again in");
    expect(code).toBe(0);
  });

  test("another server is named as such", async () => {
    const manager = await started({ before: () => ({ status: 200, body: "hello" }) });
    const { code, complained } = await runCommand(["asa", configuration(), "--device", "edge"], manager);
    expect(complained).toBe(`The manager refused (200): ${manager.url} is not a security manager`);
    expect(code).toBe(1);
  });

  test("an interruption ends the command", async () => {
    const interruption = new AbortController();
    const manager = await started({
      before: ({ path }) => {
        if (path.includes("/part/")) interruption.abort();
        return undefined;
      },
    });
    const options = { ...manager, interruption };
    const { code, complained } = await runCommand(["asa", configuration(), "--device", "edge"], options);
    expect(complained).toBe("Interrupted. The same command continues; stored parts are not sent again.");
    expect(manager.devices[0]?.revisions).toEqual([]);
    expect(code).toBe(130);
  });
});

describe("nothing is sent", () => {
  test("of a configuration that is refused", async () => {
    const manager = await started();
    const file = configuration("firewall transparent");
    const { code, complained, printed } = await runCommand(["asa", file, "--device", "edge"], manager);
    expect(complained).toBe(`${file}:5: transparent mode is not read\nNothing was sent.`);
    expect([printed, manager.requests, code]).toEqual(["", [], 65]);
  });

  test("of a file that does not exist", async () => {
    const manager = await started();
    const { code, complained } = await runCommand(["iptables", "/absent/file", "--device", "edge"], manager);
    expect(complained).toBe("/absent/file does not exist\nNothing was sent.");
    expect([manager.requests, code]).toEqual([[], 65]);
  });

  test("in a dry run, which needs no settings", async () => {
    const readDestination = () => {
      throw new Error("the settings were read");
    };
    const file = writtenFile("rules.txt", "*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp -j ACCEPT\nCOMMIT\n");
    const { code, printed, complained } = await runCommand(["iptables", file, "--device", "edge", "--dry-run"], {
      readDestination,
    });
    expect(printed).toMatch(/Rules: [1-9]\d*\nObjects: 0\nRoutes: 0\nNot understood: \d+\nNothing was sent\.$/);
    expect([complained, code]).toEqual(["", 0]);
  });

  test("with a wrong argument, whose error names --help", async () => {
    const manager = await started();
    const { code, complained } = await runCommand(["asa", "x.txt"], manager);
    expect(complained).toContain(
      "give its name with --device NAME\nnpm run import -- --help shows every kind and flag.",
    );
    expect([manager.requests, code]).toEqual([[], 64]);
    expect((await runCommand(["--help"])).printed).toContain("npm run import -- KIND FILE... --device NAME");
  });
});

test("control characters of files, arguments and answers are shown escaped", async () => {
  const odd = "x\u001b[2J\u202ey";
  const refusing = await started({ before: () => ({ status: 400, body: { message: odd } }) });
  const command = ["asa", configuration(`frobnicate ${odd}`), "--device", odd];
  const { printed, complained } = await runCommand(command, refusing);
  expect(printed).toContain("frobnicate x\\u001b[2J\\u202ey");
  expect(complained).toBe("The manager refused (400): x\\u001b[2J\\u202ey");
  expect((await runCommand([odd])).complained).toContain('"x\\u001b[2J\\u202ey" is not a kind');
});
