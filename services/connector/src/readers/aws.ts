import type { Finding, FoundItem, Reader } from "../reader.ts";
import type { Source } from "../source.ts";
import { shapeOf } from "./file-shape.ts";
import { isObject, type JsonObject, listAt, textAt } from "./json-value.ts";
import { readJson } from "./read-json.ts";

/**
 * One kind of listing that the aws command prints, for example of VPCs. `member` is the member of the output that
 * contains the records, and `find` converts a record to an item.
 */
interface Listing {
  readonly member: string;
  readonly type: string;
  readonly typeName: string;
  readonly find: (
    record: JsonObject,
  ) => Omit<FoundItem, "type" | "typeName" | "id"> & { readonly id: string | undefined };
}

const listings: readonly Listing[] = [
  { member: "Reservations", type: "aws.ec2.instance", typeName: "EC2 instance", find: findInstance },
  {
    member: "NetworkInterfaces",
    type: "aws.ec2.network-interface",
    typeName: "EC2 network interface",
    find: findInterface,
  },
  { member: "Vpcs", type: "aws.ec2.vpc", typeName: "VPC", find: findVpc },
  { member: "Subnets", type: "aws.ec2.subnet", typeName: "VPC subnet", find: findSubnet },
  { member: "Buckets", type: "aws.s3.bucket", typeName: "S3 bucket", find: findBucket },
];
const EXPECTED =
  "the answer of aws ec2 describe-instances, describe-network-interfaces, describe-vpcs or describe-subnets, or of aws s3api list-buckets, in JSON and without --query";
/**
 * The region of all buckets. The listing of buckets does not contain their regions, and a bucket's name is unique
 * across regions.
 */
const NO_REGION = "global";

/** Output of the aws command. */
export const aws: Source = {
  name: "aws",
  files: [
    "answers of aws ec2 describe-instances, describe-network-interfaces, describe-vpcs,",
    "describe-subnets and aws s3api list-buckets, in JSON; several files at once",
  ],
  example: [
    "aws ec2 describe-instances > instances.json",
    "aws ec2 describe-subnets > subnets.json",
    "npm run connector -- aws instances.json subnets.json",
  ],
  flags: ["cloud-account"],
  showsAll: true,
  open: async (stated) => createAwsReader(stated),
};

/** Reads output of the aws command. The members of a file show which kind of listing it is. */
export function createAwsReader(stated: { readonly cloudAccount?: string | undefined }): Reader {
  const regionOfVpc = new Map<string, string>();
  // The accounts that are treated as listed: the account of `--cloud-account`, and the owners of instances in the
  // files. A listing of subnets, VPCs or interfaces is complete only for the account that was listed. Of other
  // accounts, it contains only the resources that they share with the listed account.
  const listedAccounts = new Set(stated.cloudAccount === undefined ? [] : [stated.cloudAccount]);

  return {
    provider: "aws",
    accountFlag: "--cloud-account",
    async learn(file) {
      for (const { member, record } of recordsOf(await readJson(file, EXPECTED))) {
        const owner = textAt(record, "OwnerId");
        if (member === "Reservations" && owner !== undefined) listedAccounts.add(owner);
        const vpc = textAt(record, "VpcId");
        const region = regionOf(record);
        if (vpc !== undefined && region !== undefined) regionOfVpc.set(vpc, region);
      }
    },
    async *read(file) {
      const answer = await readJson(file, EXPECTED);
      const present = listings.filter(({ member }) => Array.isArray(isObject(answer) ? answer[member] : undefined));
      if (present.length === 0)
        return yield { kind: "refused", message: `looks like ${shapeOf(answer)}; expected ${EXPECTED}` };
      if (["NextToken", "ContinuationToken"].some((name) => textAt(answer, name) !== undefined))
        yield { kind: "partial", why: "it ends with a token for the next page" };
      for (const { member, type, typeName } of present) {
        const region = member === "Buckets" ? NO_REGION : undefined;
        if (listAt(answer, member).length === 0) yield { kind: "none", type, typeName, region };
      }
      const owners = new Map<string, Set<string>>();
      for (const { member, place, record } of recordsOf(answer)) {
        const listing = present.find((candidate) => candidate.member === member);
        if (listing === undefined) continue;
        if (!isObject(record)) {
          yield { kind: "problem", place, message: "is not an object", type: listing.type };
          continue;
        }
        const finding = findingOf(listing, place, record);
        yield finding;
        const owner = finding.kind === "item" ? finding.item.cloudAccountId : undefined;
        if (owner !== undefined && member !== "Reservations")
          owners.set(listing.type, (owners.get(listing.type) ?? new Set()).add(owner));
      }
      for (const [type, seen] of owners) yield* sharedAmong(type, seen);
    },
  };

  /**
   * Reports the accounts whose resources may be missing from the listing. A listing is complete only for the account
   * that was listed. Of other accounts, it contains only shared resources. If several owners of the resources are in
   * `listedAccounts`, all owners are reported, because the resources of each owner may be incomplete.
   */
  function* sharedAmong(type: string, owners: ReadonlySet<string>): Iterable<Finding> {
    const listed = [...owners].filter((owner) => listedAccounts.has(owner));
    for (const cloudAccountId of owners) {
      if (listed.length > 1)
        yield {
          kind: "partial",
          type,
          cloudAccountId,
          why: "it mixes accounts, which may share these; give each account a file of its own",
        };
      else if (!listed.includes(cloudAccountId)) {
        const why = `account ${cloudAccountId} may only share these with the listed one; if it was listed itself, give --cloud-account or its instances too`;
        yield { kind: "partial", type, cloudAccountId, why };
      }
    }
  }

  function findingOf({ type, typeName, find }: Listing, place: string, record: JsonObject): Finding {
    if (textAt(record, "State", "Name") === "terminated") return { kind: "left-out", what: `a terminated ${typeName}` };
    const { id, region, ...rest } = find(record);
    if (id === undefined) return { kind: "problem", place, message: `names no id of the ${typeName}`, type };
    const known = region ?? regionOfVpc.get(textAt(record, "VpcId") ?? "");
    return {
      kind: "item",
      place,
      item: { vendor: "aws", region: known, ...rest, type, typeName, id, attributes: record },
    };
  }
}

/**
 * Returns the records of all listings in the output. Adds the owner of a reservation to the records of the
 * reservation's instances.
 */
function* recordsOf(answer: unknown): Iterable<{ member: string; place: string; record: unknown }> {
  for (const { member } of listings) {
    for (const [index, entry] of listAt(answer, member).entries()) {
      const place = `${member}[${index}]`;
      if (member !== "Reservations" || !isObject(entry) || !Array.isArray(entry.Instances)) {
        yield { member, place, record: entry };
        continue;
      }
      for (const [inner, instance] of listAt(entry, "Instances").entries()) {
        const owned = isObject(instance) ? { OwnerId: textAt(entry, "OwnerId"), ...instance } : instance;
        yield { member, place: `${place}.Instances[${inner}]`, record: owned };
      }
    }
  }
}

function findInstance(record: JsonObject) {
  const interfaces = listAt(record, "NetworkInterfaces");
  const first = interfaces.find(
    (item) => isObject(item) && isObject(item.Attachment) && item.Attachment.DeviceIndex === 0,
  );
  return {
    id: textAt(record, "InstanceId"),
    cloudAccountId: textAt(record, "OwnerId"),
    region: regionOf(record),
    name: nameIn(listAt(record, "Tags")),
    hostname: textAt(record, "PrivateDnsName") ?? textAt(record, "PublicDnsName"),
    macAddress: textAt(first ?? interfaces[0], "MacAddress"),
    ips: [
      textAt(record, "PrivateIpAddress"),
      textAt(record, "PublicIpAddress"),
      textAt(record, "Ipv6Address"),
      ...interfaces.flatMap(addressesOfInterface),
    ],
    tags: tagsOf(listAt(record, "Tags")),
  };
}

function findInterface(record: JsonObject) {
  return {
    id: textAt(record, "NetworkInterfaceId"),
    cloudAccountId: textAt(record, "OwnerId"),
    region: regionOf(record),
    name: nameIn(listAt(record, "TagSet")) ?? textAt(record, "Description"),
    hostname: textAt(record, "PrivateDnsName"),
    macAddress: textAt(record, "MacAddress"),
    ips: addressesOfInterface(record),
    tags: tagsOf(listAt(record, "TagSet")),
  };
}

function findVpc(record: JsonObject) {
  return {
    id: textAt(record, "VpcId"),
    cloudAccountId: textAt(record, "OwnerId"),
    name: nameIn(listAt(record, "Tags")),
    ips: [
      textAt(record, "CidrBlock"),
      ...associated(record, "CidrBlockAssociationSet", "CidrBlock", "CidrBlockState"),
      ...associated(record, "Ipv6CidrBlockAssociationSet", "Ipv6CidrBlock", "Ipv6CidrBlockState"),
    ],
    tags: tagsOf(listAt(record, "Tags")),
  };
}

function findSubnet(record: JsonObject) {
  return {
    id: textAt(record, "SubnetId"),
    cloudAccountId: textAt(record, "OwnerId"),
    region: regionOf(record),
    name: nameIn(listAt(record, "Tags")),
    ips: [
      textAt(record, "CidrBlock"),
      ...associated(record, "Ipv6CidrBlockAssociationSet", "Ipv6CidrBlock", "Ipv6CidrBlockState"),
    ],
    tags: tagsOf(listAt(record, "Tags")),
  };
}

function findBucket(record: JsonObject) {
  const name = textAt(record, "Name");
  return { id: name, name, region: NO_REGION };
}

function addressesOfInterface(one: unknown): (string | undefined)[] {
  return [
    textAt(one, "PrivateIpAddress"),
    textAt(one, "Association", "PublicIp"),
    ...listAt(one, "PrivateIpAddresses").flatMap((each) => [
      textAt(each, "PrivateIpAddress"),
      textAt(each, "Association", "PublicIp"),
    ]),
    ...listAt(one, "Ipv6Addresses").map((each) => textAt(each, "Ipv6Address")),
    ...listAt(one, "Ipv4Prefixes").map((each) => textAt(each, "Ipv4Prefix")),
    ...listAt(one, "Ipv6Prefixes").map((each) => textAt(each, "Ipv6Prefix")),
  ];
}

/**
 * Returns the CIDR blocks whose state is "associated". Blocks that are still being associated or disassociated have
 * another state.
 */
function associated(record: JsonObject, list: string, block: string, state: string): (string | undefined)[] {
  return listAt(record, list)
    .filter((one) => textAt(one, state, "State") === "associated")
    .map((one) => textAt(one, block));
}

function tagsOf(tags: readonly unknown[]): [string, string][] {
  return tags.flatMap((tag): [string, string][] => {
    const key = textAt(tag, "Key");
    return key === undefined ? [] : [[key, textAt(tag, "Value") ?? ""]];
  });
}

function nameIn(tags: readonly unknown[]): string | undefined {
  return textAt(
    tags.find((tag) => textAt(tag, "Key") === "Name"),
    "Value",
  );
}

/**
 * Reads the region from an availability zone ("eu-central-1a", "us-gov-west-1b") or a local zone ("us-west-2-lax-1a" in
 * us-west-2).
 */
function regionOf(record: unknown): string | undefined {
  const zone = textAt(record, "Placement", "AvailabilityZone") ?? textAt(record, "AvailabilityZone");
  return zone && /^[a-z]{2,}(?:-[a-z]+)+?-\d+/.exec(zone)?.[0];
}
