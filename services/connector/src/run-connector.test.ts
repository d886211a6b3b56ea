import { afterEach, describe, expect, test } from "@jest/globals";
import { createStatusLine } from "@network-access/service-runtime/status-line";
import {
  healthy,
  type SimulatedAnswer,
  type SimulatedRequest,
  simulateInventory,
} from "../test/inventory-simulator.ts";
import { exported, written } from "../test/read-exports.ts";
import { type Destination, readDestination } from "./config.ts";
import { runConnector } from "./run-connector.ts";
import { createTerminal } from "./terminal/terminal.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const account = "111122223333";
const instances = (count: number) => ({
  Reservations: Array.from({ length: count }, (_, n) => ({
    OwnerId: account,
    Instances: [{ InstanceId: `i-${n}`, Placement: { AvailabilityZone: "eu-west-1a" }, PrivateIpAddress: "10.0.0.1" }],
  })),
});

/** Runs one command against a simulated inventory. */
async function command(
  args: readonly string[],
  answer: (request: SimulatedRequest, count: number) => SimulatedAnswer = healthy,
  {
    interruption = new AbortController(),
    resolve = (name: string) => name,
    readDestination = (url: string): Destination => ({ url, id: "scanner", secret: "correct horse" }),
  } = {},
) {
  const simulator = await simulateInventory(answer);
  stops.push(simulator.stop);
  const printed: string[] = [];
  const complained: string[] = [];
  const said: string[] = [];
  const console = { log: (text: string) => printed.push(text), error: (text: string) => complained.push(text) };
  const code = await runConnector(
    {
      terminal: createTerminal(
        console,
        createStatusLine({ write: (text) => said.push(text) }, () => 0),
      ),
      resolve,
      readDestination: () => readDestination(simulator.url),
      signal: interruption.signal,
      now: () => new Date("2026-03-01T08:00:00Z"),
      unique: () => "abc123",
    },
    args,
  );
  const sent = simulator.requests.map(({ path, body }) => [
    path.endsWith("cleanup") ? "clean up" : "upload",
    body.discoveryId,
    body.items?.length,
  ]);
  return {
    code,
    printed: printed.join("\n"),
    complained: complained.join("\n"),
    said: said.join(""),
    sent,
    requests: simulator.requests,
  };
}

test("a discovery is named first, uploaded in pages, cleaned up within what the file covers, and reported", async () => {
  const file = written("instances.json", instances(2_300));
  const { code, printed, sent, requests } = await command(["aws", file.path]);
  const id = "aws-2026-03-01T08-00-00Z-abc123";
  expect(sent).toHaveLength(4);
  // The second and third page are sent concurrently.
  expect(sent[0]).toEqual(["upload", id, 1_000]);
  expect(sent.slice(1, 3)).toEqual(
    expect.arrayContaining([
      ["upload", id, 1_000],
      ["upload", id, 300],
    ]),
  );
  expect(sent[3]).toEqual(["clean up", id, undefined]);
  expect(requests.map(({ body }) => body.scope)).toEqual(
    Array(4).fill({
      accountIds: ["cb03fd48-d40e-5986-a527-c402ba6ac832"],
      regions: ["eu-west-1"],
      types: ["aws.ec2.instance"],
    }),
  );
  expect(printed).toMatch(/^Discovery aws-2026-03-01T08-00-00Z-abc123\n/);
  expect(printed).toContain("Uploaded: 2,300 accepted (new or changed), 0 unchanged, 0 rejected");
  expect(printed).toContain("Cleaned up: 0 removed, 1 kept");
  expect(code).toBe(0);
});

test("a file of subnets alone never claims to cover instances", async () => {
  const { requests } = await command(["aws", exported("aws/subnets.json").path, "--cloud-account", account]);
  const scopes = requests.map(({ body }) => body.scope);
  expect(scopes).toEqual([undefined, ...Array(2).fill(expect.objectContaining({ types: ["aws.ec2.subnet"] }))]);
  expect(JSON.stringify(requests.slice(1).map(({ body }) => body.scope))).not.toContain("instance");
});

test("what is not cleaned up goes first, in a run of its own without a scope", async () => {
  const { sent, printed, code } = await command([
    "aws",
    exported("aws/subnets.json").path,
    "--cloud-account",
    account,
    "--discovery-id",
    "d",
  ]);
  expect(sent).toEqual([
    ["upload", "d/1", 1],
    ["upload", "d/2", 1],
    ["clean up", "d/2", undefined],
  ]);
  expect(printed).toContain("Not cleaned up:\n  VPC subnet in eu-central-1 of 999988887777");
  expect(code).toBe(0);
});

test("with --no-cleanup one run without a scope is enough", async () => {
  const { sent, printed } = await command(["azure", exported("azure/resources.json").path, "--no-cleanup"]);
  expect(sent).toEqual([["upload", expect.any(String), 8]]);
  expect(printed).toContain("Nothing will be removed.");
});

test("a scan cleans up only when it is asked to", async () => {
  const args = ["nmap", exported("nmap/office.xml").path, "--account", "office", "--region", "berlin"];
  expect((await command(args)).sent.map(([what]) => what)).toEqual(["upload"]);
  expect((await command([...args, "--cleanup"])).sent.map(([what]) => what)).toEqual(["upload", "clean up"]);
});

test("rejected items are counted by reason, end with 1, and keep the clean-up from removing them", async () => {
  const file = written("instances.json", instances(3));
  const rejecting = (request: SimulatedRequest) => {
    if (request.path.endsWith("cleanup")) return healthy(request);
    const rejected = [0, 2].map((index) => ({
      index,
      key: { accountId: "a", region: "r", type: "aws.ec2.instance", id: `i-${index}` },
      field: `items[${index}]`,
      message: 'belongs to the connector "other"; an item has one owner, the first to upload it',
    }));
    return { status: 200, body: { discoveryId: "d", accepted: 1, unchanged: 0, rejected } };
  };
  const { code, printed, sent } = await command(["aws", file.path], rejecting);
  expect(sent.map(([what]) => what)).toEqual(["upload"]);
  expect(printed).toContain(
    '2 × belongs to the connector "other"; an item has one owner, the first to upload it (aws.ec2.instance i-0; aws.ec2.instance i-2)',
  );
  expect(printed).toContain("Not cleaned up: EC2 instance in eu-west-1 of 111122223333: 2 of its items were rejected");
  expect(code).toBe(1);
  const insisting = await command(["aws", file.path, "--cleanup"], rejecting);
  expect(insisting.sent.map(([what]) => what)).toEqual(["upload", "clean up"]);
});

test("a refused clean-up is reported with its counts, and --force is sent to the inventory", async () => {
  const file = written("instances.json", instances(3));
  const careful = (request: SimulatedRequest) =>
    request.path.endsWith("cleanup") && !request.body.force
      ? { status: 409, body: { detail: "more than 30 % would go", wouldRemove: 400, wouldKeep: 3 } }
      : healthy(request);
  const { code, printed } = await command(["aws", file.path], careful);
  expect(printed).toContain("refused: more than 30 % would go (it would remove 400 and keep 3; --force removes them)");
  expect(code).toBe(1);
  expect((await command(["aws", file.path, "--force"], careful)).code).toBe(0);
});

test("after an interruption it says how to continue, and continuing sends everything under the id", async () => {
  const file = written("two words.json", instances(2_300));
  const interruption = new AbortController();
  const interrupting = (request: SimulatedRequest, count: number) => {
    if (count === 2) interruption.abort();
    return count === 2 ? ("silence" as const) : healthy(request);
  };
  const { code, complained, printed } = await command(["aws", file.path], interrupting, { interruption });
  expect(code).toBe(130);
  expect(complained).toContain("Interrupted after 1,000 items of 2,300.");
  expect(complained).toContain(
    `npm run connector -- aws '${file.path}' --discovery-id aws-2026-03-01T08-00-00Z-abc123`,
  );
  expect(printed).toContain("1,000 accepted");
  const again = await command(["aws", file.path, "--discovery-id", "aws-2026-03-01T08-00-00Z-abc123"]);
  expect(again.sent).toHaveLength(4);
  expect(again.code).toBe(0);
});

test("continuing skips runs that were cleaned up before", async () => {
  const files = [exported("aws/instances.json").path, exported("aws/buckets.json").path, "--cloud-account", account];
  const closed = ({ path, body }: SimulatedRequest): SimulatedAnswer => {
    if (body.discoveryId !== "d/1") return healthy({ path, body, authorization: undefined });
    if (path.endsWith("cleanup")) return { status: 200, body: { discoveryId: "d/1", removed: 7, kept: 40 } };
    return { status: 409, body: { detail: "the run was closed by its clean-up" } };
  };
  const { code, sent, printed } = await command(["aws", ...files, "--discovery-id", "d"], closed);
  expect(sent).toEqual([
    ["upload", "d/1", 2],
    ["clean up", "d/1", undefined],
    ["upload", "d/2", 2],
    ["clean up", "d/2", undefined],
  ]);
  expect(printed).toContain("Completed before: 1 run");
  expect(printed).toContain("Cleaned up: 7 removed, 41 kept");
  expect(code).toBe(0);
});

test("without an id given, an upload that is refused never leads to a clean-up", async () => {
  const { code, sent, complained } = await command(["aws", exported("aws/instances.json").path], () => ({
    status: 409,
    body: { detail: "the run was opened with another scope" },
  }));
  expect(sent.map(([what]) => what)).toEqual(["upload"]);
  expect(complained).toContain("The inventory refused after 0 items of 2 (409): the run was opened with another scope");
  expect(code).toBe(1);
});

test("wrong credentials are reported at once, without showing them", async () => {
  const { code, complained, printed, requests } = await command(["aws", exported("aws/instances.json").path], () => ({
    status: 401,
    body: { detail: "these credentials are not known" },
  }));
  expect(requests).toHaveLength(1);
  expect(complained).toContain("these credentials are not known; check CONNECTOR_ID and CONNECTOR_SECRET");
  expect(complained + printed).not.toContain("correct horse");
  expect(code).toBe(1);
});

test("a dry run sends nothing and shows what it would do", async () => {
  const { code, sent, printed } = await command([
    "kubernetes",
    exported("kubernetes/cluster.json").path,
    "--cluster",
    "shop-prod",
    "--dry-run",
  ]);
  expect(sent).toEqual([]);
  expect(printed).toContain("Would be sent: 6 items");
  expect(printed).toContain('"id":"shop/web-6b7c9d-x2x4z"');
  expect(code).toBe(0);
});

test("what an export lacks is asked for, and nothing is sent", async () => {
  const { code, sent, complained } = await command([
    "aws",
    exported("aws/vpcs.json").path,
    exported("aws/buckets.json").path,
  ]);
  expect(sent).toEqual([]);
  expect(complained).toContain("does not name the region of its records (VPC): give --region");
  expect(complained).toContain("does not name the account of its records (S3 bucket): give --cloud-account");
  expect(code).toBe(64);
});

test("records that could not be used end with 1, keep their file from being cleaned up, and are reported", async () => {
  const mapping = exported("csv/assets.yaml").path;
  const { code, sent, printed } = await command(["csv", exported("csv/assets.csv").path, "--mapping", mapping]);
  expect(sent).toEqual([["upload", expect.any(String), 3]]);
  expect(printed).toContain("Could not be used:");
  expect(printed).toContain("records that may belong to it could not be used");
  expect(code).toBe(1);
});

test("a file of another kind stops the command before anything is sent", async () => {
  const { code, sent, complained } = await command([
    "aws",
    exported("aws/instances.json").path,
    exported("nmap/office.xml").path,
  ]);
  expect(sent).toEqual([]);
  expect(complained).toContain("it begins like XML or HTML");
  expect(complained).toContain("Nothing was sent.");
  expect(code).toBe(65);
});

test("files that can't be read at all are named with why, the mapping too", async () => {
  const long = `${"x".repeat(300)}.json`;
  const { code, sent, complained } = await command(["aws", long, "absent.json"]);
  expect(complained).toBe(`${long} can't be read (ENAMETOOLONG)\nabsent.json does not exist\nNothing was sent.`);
  expect([code, sent]).toEqual([65, []]);
  const unmapped = await command(["csv", exported("csv/assets.csv").path, "--mapping", "absent.yaml"]);
  expect(unmapped).toMatchObject({ code: 65, complained: "absent.yaml does not exist", sent: [] });
});

test("a wrong argument ends with 64, and the error names --help", async () => {
  const { code, sent, complained } = await command(["aws", "x.json", "--account", "--dry-run"]);
  expect(complained).toContain("Option '--account' argument is ambiguous. Did you forget");
  expect(complained).toContain("\nnpm run connector -- --help shows every source and flag.");
  expect([code, sent]).toEqual([64, []]);
});

test("settings that are missing are named, and end with 78", async () => {
  const args = ["aws", exported("aws/instances.json").path];
  const { code, complained } = await command(args, healthy, { readDestination: () => readDestination({}) });
  expect(complained).toContain("INVENTORY_URL: is missing\n  CONNECTOR_ID: is missing\n  CONNECTOR_SECRET: is missing");
  expect(code).toBe(78);
});

test("one account for files of two is refused", async () => {
  const file = written("two.json", {
    Reservations: [
      { OwnerId: "1", Instances: [{ InstanceId: "i-1", Placement: { AvailabilityZone: "eu-west-1a" } }] },
      { OwnerId: "2", Instances: [{ InstanceId: "i-2", Placement: { AvailabilityZone: "eu-west-1a" } }] },
    ],
  });
  const { code, complained } = await command(["aws", file.path, "--account", "mine"]);
  expect(complained).toContain("--account names one account, but the files show 2 (1, 2)");
  expect(code).toBe(64);
});

describe("untrusted text is shown with its control characters escaped:", () => {
  /**
   * In a terminal, this text would clear the screen, change the colour and the title, go to the start of the line,
   * begin a new line, and reverse the writing direction.
   */
  const odd = "x\u001b[2J\u009b31m\u001b]0;t\u0007\r\n\u0085\u007f\u202e\u2028y";
  const escaped = "x\\u001b[2J\\u009b31m\\u001b]0;t\\u0007\\u000d\\u000a\\u0085\\u007f\\u202e\\u2028y";
  const misleading = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
  const clean = ({ printed, complained, said }: Awaited<ReturnType<typeof command>>) => {
    const shown = `${printed}\n${complained}\n${said}`;
    expect(shown).not.toMatch(misleading);
    // In `odd`, U+0085 follows a line feed. If the escaped U+0085 began a line, the line feed would not have been
    // escaped.
    expect(shown).not.toMatch(/^\\u0085/m);
    return shown;
  };

  test("records that can't be used, and items of a dry run", async () => {
    const instance = { Placement: { AvailabilityZone: "eu-west-1a" } };
    const file = written("instances.json", {
      Reservations: [
        {
          OwnerId: odd,
          Instances: [
            { ...instance, InstanceId: odd },
            { ...instance, InstanceId: "i-1", PrivateIpAddress: odd, Tags: [{ Key: "Name", Value: odd }] },
          ],
        },
      ],
    });
    const { path } = file;
    const args = ["aws", "instances.json", "--account", "a", "--dry-run"];
    const shown = clean(await command(args, healthy, { resolve: () => path }));
    expect(shown).toContain("Could not be used:\n  1 × has a id with a control character");
    expect(shown).toContain(`EC2 instance in eu-west-1 of ${escaped}: `);
    expect(shown).toContain('"name":"x\\u001b[2J\\u009b31m');
  });

  test("names of columns, files and flags", async () => {
    const csv = written("assets.csv", `"${odd}",b\n1,2,3\n`);
    const mapping = written("assets.yaml", { columns: { id: "id", [odd]: "b" }, [odd]: 1 });
    const paths: Record<string, string> = { [`${odd}.csv`]: csv.path, [`${odd}.yaml`]: mapping.path };
    const resolve = (name: string) => paths[name] ?? name;
    const args = ["csv", `${odd}.csv`, "--mapping", `${odd}.yaml`, "--dry-run"];
    const unusable = clean(await command(args, healthy, { resolve }));
    expect(unusable).toContain(`${escaped}.yaml is not a valid mapping\n    columns.${escaped}: is unknown`);
    paths[`${odd}.yaml`] = written("assets.yaml", { columns: { id: "b" } }).path;
    const wide = clean(await command([...args, "--account", "a", "--region", "r"], healthy, { resolve }));
    expect(wide).toContain(`(${escaped}.csv, line 3)`);
    expect(clean(await command([odd]))).toContain(`"${escaped}" is not a source`);
    expect(clean(await command(["aws", "x.json", `--${odd}`]))).toContain("--x\\u001b[2J");
    expect(clean(await command(["aws", odd]))).toContain(`${escaped} does not exist`);
  });

  test("what the inventory answers", async () => {
    const { path } = written("instances.json", instances(1));
    const rejected = [{ key: { type: odd, id: odd }, field: odd, message: odd }];
    const rejecting = () => ({ status: 200, body: { accepted: 0, unchanged: 0, rejected } });
    expect(clean(await command(["aws", path], rejecting))).toContain(`1 × ${escaped} (${escaped} ${escaped})`);
    const refusing = () => ({ status: 400, body: { errors: [{ field: odd, message: odd }], requestId: odd } });
    const refused = clean(await command(["aws", path], refusing));
    expect(refused).toContain(`(400): ${escaped} ${escaped} (request ${escaped})`);
  });
});
