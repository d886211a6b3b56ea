import type { BenchRow } from "@network-access/testkit/bench-row";
import fc from "fast-check";
import { parseItem } from "../src/items/parse-item.ts";
import { parseUpload } from "../src/uploads/parse-upload.ts";
import { almostAnItem, almostAnUpload } from "../test/hostile-bodies.ts";

const CASES = 100_000;
const BATCH = 5_000;
const SEED = 20_261_122;

/**
 * Returns the rows of the fuzz-upload benchmark's table. The benchmark parses items and uploads, both valid and invalid
 * ones. It fails if parsing throws, or if an invalid value is refused without a message. The table compares the parsing
 * time with the time of JSON.parse alone (the floor).
 */
export async function fuzzUploadBench(): Promise<BenchRow[]> {
  return [
    await row("hostile items", almostAnItem, (value) => parseItem(value, "items[0]")),
    await row("hostile uploads", almostAnUpload, parseUpload),
    await row("good items of about 1 kB", fc.nat(65_535).map(realisticItem), (value) => parseItem(value, "items[0]")),
  ];
}

type Read = (
  value: unknown,
) => { readonly ok: true } | { readonly ok: false; readonly errors: readonly { readonly message: string }[] };

async function row(name: string, values: fc.Arbitrary<unknown>, read: Read): Promise<BenchRow> {
  let floorMs = 0;
  let oursMs = 0;
  let accepted = 0;
  const before = process.memoryUsage().rss;
  for (let done = 0; done < CASES; done += BATCH) {
    const texts = fc
      .sample(values, { numRuns: BATCH, seed: SEED + done })
      .map((value) => JSON.stringify(value) ?? "null");
    let began = performance.now();
    for (const text of texts) JSON.parse(text);
    floorMs += performance.now() - began;
    began = performance.now();
    const answers = texts.map((text) => read(JSON.parse(text)));
    oursMs += performance.now() - began;
    for (const [index, answer] of answers.entries()) {
      if (answer.ok) accepted += 1;
      else if (answer.errors.length === 0 || answer.errors.some(({ message }) => message.length < 10))
        throw new Error(`refused without a message: ${texts[index]?.slice(0, 1_000)}`);
    }
  }
  const grown = Math.round((process.memoryUsage().rss - before) / 1_000_000);
  const note = `the floor is JSON.parse alone; ${accepted} of ${CASES} accepted, no exception; ${Math.round((CASES / oursMs) * 1_000)} a second; memory ${grown >= 0 ? "+" : ""}${grown} MB`;
  return { name: `${CASES} ${name}, read`, floorMs, oursMs, aim: null, note };
}

function realisticItem(n: number): object {
  const octets = `${n >> 8}.${n & 255}`;
  return {
    accountId: "4f6d2c1e-8f3b-4a57-9c61-2f9d2b8e1a77",
    region: "eu-central-1",
    type: "aws.ec2.instance",
    id: `i-${n.toString(16).padStart(17, "0")}`,
    cloudAccountId: "123456789012",
    name: `web-prod-${n}`,
    typeName: "EC2 instance",
    hostname: `web-prod-${n}.example.net`,
    macAddress: "0A:1B:2C:3D:4E:5F",
    ips: [`10.1.${octets}`, `172.16.${octets}`, `2001:db8::${n.toString(16)}`, "192.168.0.0/24"],
    tags: { Name: `web-prod-${n}`, Environment: "production", Owner: "payments", CostCenter: "4711" },
    vendor: "Amazon",
    item: {
      imageId: "ami-0123456789abcdef0",
      state: { code: 16, name: "running" },
      placement: { zone: "eu-central-1a", tenancy: "default" },
      networkInterfaces: [{ id: "eni-1", subnet: "subnet-0aa", groups: [{ id: "sg-1" }, { id: "sg-2" }] }],
      blockDevices: [{ name: "/dev/xvda", volumeId: "vol-1", attachTime: "2026-01-01T00:00:00Z" }],
      monitoring: true,
      vcpus: 4,
    },
  };
}
