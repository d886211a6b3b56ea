import { expect, test } from "@jest/globals";
import { canonicalJson } from "@network-access/service-runtime/canonical-json";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import { addressListOf, digestOf } from "../../src/addresses/address-list.ts";
import { heldListsOf } from "../../src/addresses/address-list-store.ts";
import { scopeText } from "../../src/connectors/discovery-run.ts";
import { fedGroupOf } from "../../src/feeds/fed-group.ts";
import { feedEtag } from "../../src/feeds/feed-etag.ts";
import { feedFormats, feedFormOf } from "../../src/feeds/render-feed.ts";
import { itemIdOf } from "../../src/items/item.ts";
import { contentHashOf, selectionHashesOf } from "../../src/items/item-hashes.ts";
import { membershipOf, readMembership } from "../../src/items/membership.ts";
import { tagWords } from "../../src/items/tag-word.ts";
import { refreshGroupJob } from "../../src/jobs/refresh-group-jobs.ts";
import { contentOf, holdingGroup, members, scope } from "./values.ts";

/**
 * Checks every text that the service hashes or compares. If one of these texts changed, its hash would change too.
 * Every item would then count as changed, and every address list would be computed and fetched again.
 */

test("an item has its id, and hashes of what is compared", () => {
  const content = contentOf("inserted");
  expect(itemIdOf(content.key)).toBe("8af7d0980e2c2465572da15fd7587837841d21b94e61d415f3268186dc56ddbe");
  const turned = { ...content, ips: content.ips.toReversed(), tags: content.tags.toReversed() };
  for (const one of [content, turned]) {
    expect(contentHashOf(one)).toBe("dc69265dfff5224985afc175415ef8abb3b59a31a6e461f010261e21435935bf");
    expect(selectionHashesOf(one)).toEqual({
      selectionHash: "ba54a93d1cd688395fe03811abab53959e03ca472bb455e09b62ebb79b365280",
      addressesHash: "b60effb2c43c6db9c197ef1b42f3f895b1e2e7f0b3d12d48a9ea0be1f91f5da5",
    });
  }
});

test("attributes have one text, whatever the order of their members", () => {
  expect(canonicalJson({ cores: 4, "10": [{ b: 1, a: null }], name: "ä" })).toBe(
    '{"10":[{"a":null,"b":1}],"cores":4,"name":"ä"}',
  );
});

test("a list of addresses has the hash that others refer to", async () => {
  const cidrs = ["10.0.0.0/24", "10.1.0.5/32", "2001:db8::/64"];
  const hash = "9ec2897770c5bf84ddeccec33d8abe05533835ee5632e09fe3d6cfb295909f15";
  expect(addressListOf(["10.1.0.5", "2001:db8::/64", "10.0.0.0/25", "10.0.0.128/25"])).toEqual({ cidrs, hash });
  expect(await digestOf(addressSetOfTexts(cidrs))).toEqual({ hash, addressCount: 3 });
  expect((await digestOf(addressSetOfTexts([]))).hash).toBe(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
});

test("an unchanged feed has the ETag that its consumers hold", () => {
  const group = fedGroupOf(holdingGroup);
  const filled = { ...group, members: group.members ?? members };
  const etags = feedFormats.map((format) => feedEtag(format, feedFormOf(format, filled), members.hash, false));
  expect(etags).toEqual([
    '"4H3WPCE25mXKo2Dstm6x-vnDB_uUqPRIXKBrrq0bBRE"',
    '"vTLrNTPW6-gne3iKSFbF-3pb5XVTai-syi6n4AWsBns"',
    '"XfHy1wzbDNMluQbysYhINfjbwttnnVy_s8S2g89Gw3M"',
    '"DXkO-80ftWYdt2_31W8brCrCUJxKLg_ksE5yUvCYHic"',
  ]);
  expect(feedEtag("text", feedFormOf("text", filled), members.hash, true)).toBe(
    '"4H3WPCE25mXKo2Dstm6x-vnDB_uUqPRIXKBrrq0bBRE-gzip"',
  );
});

test("memberships, held lists and scopes have their texts", () => {
  expect(membershipOf("uuid-of-web", 7)).toBe("uuid-of-web/7");
  expect(readMembership("uuid-of-web/7")).toEqual({ groupUuid: "uuid-of-web", filterRevision: 7 });
  expect(heldListsOf("uuid-of-web")).toBe("uuid-of-web/held");
  expect(scopeText(scope)).toBe('[["acc"],["eu"],["vm"]]');
  expect(tagWords([{ key: "a=b", value: "c" }])).toEqual(["a\u0000b", "a\u0000b=c"]);
});

test("a job that this service sends itself is read, and known again", () => {
  const payload = { groupUuid: "0f0f0f0f-1111-4222-8333-000000000001" };
  expect(refreshGroupJob.queue).toBe("refresh-group");
  expect(refreshGroupJob.payload.parse(payload)).toEqual(payload);
  expect(refreshGroupJob.deduplicationKey(payload)).toBe(payload.groupUuid);
});
