import { expect, test } from "@jest/globals";
import { discovered, written } from "../test/read-exports.ts";
import { planDiscovery } from "./plan-discovery.ts";
import { createAwsReader } from "./readers/aws.ts";

const account = "111122223333";
const reader = () => createAwsReader({ cloudAccount: account });
const subnet = (id: string | undefined, zone = "eu-west-1a") => ({
  SubnetId: id,
  OwnerId: account,
  AvailabilityZone: zone,
  CidrBlock: "10.0.0.0/24",
});
const instances = {
  Reservations: [
    { OwnerId: account, Instances: [{ InstanceId: "i-1", Placement: { AvailabilityZone: "eu-west-1a" } }] },
  ],
};

test("a record that can't be used keeps its type from being cleaned up in every file, and no other type", async () => {
  const files = [
    written("broken.json", { Subnets: [subnet(undefined)] }),
    written("subnets.json", { Subnets: [subnet("s-1")] }),
    written("instances.json", instances),
  ];
  const { cells, problems } = await discovered(reader(), files);
  expect(problems).toMatchObject([{ count: 1, examples: ["broken.json, Subnets[0]"] }]);
  expect(cells.map(({ type, partial }) => [type, partial?.ofProblems])).toEqual([
    ["aws.ec2.subnet", true],
    ["aws.ec2.instance", undefined],
  ]);
});

test("a partial listing is never cleaned up, whatever the options", async () => {
  const page = written("page.json", { Subnets: [subnet(undefined), subnet("s-1")], NextToken: "more" });
  const shared = written("shared.json", {
    Subnets: [subnet(undefined), { ...subnet("s-2"), OwnerId: "999988887777" }],
  });
  for (const file of [page, shared]) {
    const { cells } = await discovered(reader(), [file]);
    expect(cells).toMatchObject([{ partial: { ofProblems: false } }]);
    expect(planDiscovery("d", cells, "all-shown")).toMatchObject([{ scope: undefined }]);
  }
});

test("a duplicate is sent once, and noted", async () => {
  const files = ["a.json", "b.json"].map((name) => written(name, { Subnets: [subnet("s-1")] }));
  const { items, notes } = await discovered(reader(), files);
  expect(items).toHaveLength(1);
  expect(notes).toMatchObject([{ message: "duplicate VPC subnet; the first is sent", count: 1 }]);
});

test("an item whose parts are beyond the inventory's bounds is sent without them, and they are counted", async () => {
  const tagged = { ...subnet("s-1"), Tags: [{ Key: "note", Value: "x".repeat(2_000) }], CidrBlock: "10.0.0.7/24" };
  const { items, notes } = await discovered(reader(), [written("odd.json", { Subnets: [tagged] })]);
  expect(items).toMatchObject([{ id: "s-1" }]);
  expect(items[0]?.tags).toBeUndefined();
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringContaining("an invalid address is left out"),
    expect.stringContaining("a tag"),
  ]);
});
