import { expect, test } from "@jest/globals";
import { discovered, exported, findings, refusal, written } from "../../test/read-exports.ts";
import { createAwsReader } from "./aws.ts";

const instances = exported("aws/instances.json");
const interfaces = exported("aws/network-interfaces.json");
const vpcs = exported("aws/vpcs.json");
const subnets = exported("aws/subnets.json");
const buckets = exported("aws/buckets.json");
const account = "111122223333";

test("an instance has every address of its interfaces, its Name as name, and the region of its zone", async () => {
  const { items } = await discovered(createAwsReader({}), [instances]);
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({
    accountId: "cb03fd48-d40e-5986-a527-c402ba6ac832",
    cloudAccountId: account,
    region: "eu-central-1",
    type: "aws.ec2.instance",
    typeName: "EC2 instance",
    id: "i-0aaa1111bbbb2222c",
    name: "payments-web-1",
    hostname: "ip-10-20-1-5.eu-central-1.compute.internal",
    macAddress: "02:9f:aa:bb:cc:01",
    vendor: "aws",
    ips: ["10.20.1.5", "198.51.100.7", "10.20.1.6", "2001:db8:20:1::5", "10.20.1.16/28"],
    tags: { Name: "payments-web-1", application: "payments" },
    item: { InstanceType: "m6i.large", OwnerId: account },
  });
});

test("a zone of a city lies in its region, and a terminated instance is left out", async () => {
  const { items, notes } = await discovered(createAwsReader({}), [instances]);
  expect(items[1]).toMatchObject({ id: "i-0stopped000000001", region: "us-west-2" });
  expect(notes).toMatchObject([{ message: "left out: a terminated EC2 instance", count: 1 }]);
});

test("interfaces, VPCs, subnets and buckets are recognized by the members of the files; disassociated blocks do not count", async () => {
  const { items } = await discovered(createAwsReader({}), [interfaces, vpcs, subnets, buckets], {
    cloudAccount: account,
  });
  expect(items.map(({ typeName, name, region, ips }) => [typeName, name, region, ips])).toEqual([
    [
      "EC2 network interface",
      "Primary network interface",
      "eu-central-1",
      ["10.20.1.5", "198.51.100.7", "2001:db8:20:1::5"],
    ],
    ["VPC", "payments", "eu-central-1", ["10.20.0.0/16", "2001:db8:20::/56"]],
    ["VPC subnet", "payments-a", "eu-central-1", ["10.20.1.0/24", "2001:db8:20:1::/64"]],
    ["VPC subnet", undefined, "eu-central-1", ["10.90.4.0/24"]],
    ["S3 bucket", "payments-invoices", "global", undefined],
    ["S3 bucket", "payments-logs", "global", undefined],
  ]);
});

test("a VPC alone asks for its region, and buckets alone for their account", async () => {
  expect(await refusal(createAwsReader({}), [vpcs, buckets])).toBe(
    "aws/vpcs.json does not name the region of its records (VPC): give --region\n" +
      "aws/buckets.json does not name the account of its records (S3 bucket): give --cloud-account",
  );
});

test("subnets that another account shares are sent, and never cleaned up", async () => {
  const { cells } = await discovered(createAwsReader({}), [instances, subnets]);
  const own = cells.find((cell) => cell.type === "aws.ec2.subnet" && cell.cloudAccountId === account);
  const shared = cells.find((cell) => cell.cloudAccountId === "999988887777");
  expect(own).toMatchObject({ count: 1, partial: undefined });
  expect(shared).toMatchObject({ count: 1, partial: { why: expect.stringContaining("may only share these") } });
});

test("without instances or a flag the listed account is unknown, so no subnet is cleaned up", async () => {
  const { cells } = await discovered(createAwsReader({}), [subnets]);
  expect(cells.map(({ partial }) => partial === undefined)).toEqual([false, false]);
});

test("a file that ends with a token for the next page covers nothing", async () => {
  const page = written("page.json", {
    Subnets: [{ SubnetId: "s-1", OwnerId: account, AvailabilityZone: "eu-west-1a" }],
    NextToken: "more",
  });
  const { cells } = await discovered(createAwsReader({ cloudAccount: account }), [page]);
  expect(cells).toMatchObject([{ partial: { why: expect.stringContaining("token for the next page") } }]);
});

test("an empty listing covers what the flags name", async () => {
  const empty = written("none.json", { Reservations: [] });
  const stated = { cloudAccount: account, region: "eu-west-1" };
  const { cells } = await discovered(createAwsReader(stated), [empty], stated);
  expect(cells).toMatchObject([{ type: "aws.ec2.instance", region: "eu-west-1", count: 0, partial: undefined }]);
  const { cells: none, notes } = await discovered(createAwsReader({}), [empty]);
  expect(none).toEqual([]);
  expect(notes).toMatchObject([{ message: expect.stringContaining("give --cloud-account and --region") }]);
});

test("a record without an id is reported with its place, and the rest is used", async () => {
  const file = written("odd.json", {
    Vpcs: [{ OwnerId: account }, 7, { VpcId: "vpc-1", OwnerId: account, CidrBlock: "10.0.0.0/16" }],
  });
  expect(await findings(createAwsReader({ cloudAccount: account }), file)).toMatchObject([
    { kind: "problem", place: "Vpcs[0]", message: "names no id of the VPC" },
    { kind: "problem", place: "Vpcs[1]", message: "is not an object" },
    { kind: "item", place: "Vpcs[2]", item: { id: "vpc-1" } },
  ]);
});

test("a reservation without a list of instances is reported, too", async () => {
  const file = written("odd.json", { Reservations: [7, { OwnerId: account }] });
  expect(await findings(createAwsReader({}), file)).toMatchObject([
    { kind: "problem", place: "Reservations[0]" },
    { kind: "problem", place: "Reservations[1]" },
  ]);
});

test.each([
  ["a list of rows", [{ subscriptionId: "s" }], "looks like a list of rows of Azure Resource Graph"],
  ["a table that was asked for with --query", [{ InstanceId: "i-1" }], "looks like a list of objects"],
  ["kubectl's answer", { apiVersion: "v1", kind: "List", items: [] }, "looks like an answer of kubectl (kind List)"],
  ["an error in JSON", { message: "denied" }, 'looks like an object with "message"'],
  ["a truncated file", '{"Reservations": [{', "it ends too early; export it again"],
  ["a slip", '{"Reservations": [,]}', "is not JSON: Unexpected token ','"],
  ["a slip further down", '{\n  "Vpcs": [],\n  Subnets: []\n}', "line 3, column 3 is invalid"],
  ["a file that does not exist", undefined, "does not exist"],
  ["XML", "<a/>", "it begins like XML"],
  [
    "an error of the shell",
    "An error occurred (UnauthorizedOperation)",
    'it begins with "An error occurred (UnauthorizedOperation',
  ],
  ["nothing", "", "is empty"],
  ["white space", " \n", "it is blank"],
  [
    "bytes that are no text",
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]),
    "is not UTF-8 text: it has invalid bytes near byte 3",
  ],
  ["a packed file", Buffer.from([0x1f, 0x8b, 8, 0]), "is compressed with gzip"],
])("%s is refused with a reason", async (_, content, words) => {
  const file = content === undefined ? exported("what.json") : written("what.json", content);
  const said = await refusal(createAwsReader({}), [file]);
  expect(said).toContain(`what.json `);
  expect(said).toContain(words);
});

test("text in UTF-16, as some shells redirect it, is read like any other", async () => {
  const text =
    '\ufeff{"Vpcs": [{"VpcId": "vpc-1", "OwnerId": "1", "CidrBlock": "10.0.0.0/16", "Tags": [{"Key": "Name", "Value": "Zürich"}]}]}';
  const { items } = await discovered(createAwsReader({}), [written("wide.json", Buffer.from(text, "utf16le"))], {
    region: "eu-west-1",
  });
  expect(items).toMatchObject([{ id: "vpc-1", name: "Zürich" }]);
});
