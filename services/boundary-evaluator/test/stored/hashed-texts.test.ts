import { expect, test } from "@jest/globals";
import { SavedChangeRequest } from "@network-access/service-contracts/saved-change-request";
import { admittedBoundaries, allBoundaries } from "../../src/boundaries/admitted-boundaries.ts";
import { parseBoundarySet, printBoundarySet } from "../../src/boundaries/stored-boundary-set.ts";
import { recordEvaluation, rulesContent } from "../../src/evaluations/record-evaluation.ts";
import { deliveryId } from "../../src/exports/delivery.ts";
import {
  fingerprintOfAnswer,
  fingerprintOfResolved,
  hashBoundaryInputs,
  parseBoundaryInputs,
  printBoundaryInputs,
} from "../../src/inputs/boundary-inputs.ts";
import { namedReferences } from "../../src/judging/model/named-reference.ts";
import { holding, inputsFrom } from "../evaluations.ts";
import { aPreviewFixture, forbids, from } from "../preview-fixture.ts";
import { boundary, boundaryInputs, integration, record, rules } from "./values.ts";

/**
 * Checks the exact texts that the service hashes, and their hashes. A change of such a text would change its hash. The
 * service would then not find the documents stored under the old hash, and would evaluate every change request again.
 */

const sides =
  '"sources":[{"type":"Any","negate":false},{"type":"Cidr","negate":true,"comparison":"Contains","cidr":"10.0.0.0/24"}],' +
  '"destinations":[{"type":"ConnectGroup","negate":false,"comparison":"Equals","groupId":"web"},' +
  '{"type":"InventoryItem","negate":false,"comparison":"Contains","itemKey":{"accountId":"acc","region":"eu","type":"vm","id":"i-1"}}]';
const rulesText =
  `[{"id":"rule-1","action":"Allow",${sides},"services":[{"type":"AllTCP"},{"type":"CustomProtocol","protocol":47},` +
  '{"type":"ICMPv4","icmpType":8,"icmpCode":0},{"type":"TCP","portStart":443,"portEnd":445}]}]';
const boundarySetText =
  '[{"id":"b-1","uuid":"0d0d0d0d-1111-4222-8333-000000000001","revision":2,"name":"Web","action":"Score",' +
  '"platforms":[{"name":"edge","provider":"aws","accountId":"111122223333"}]}]';
const rulesHash = "5a9547aeaed31af7ad63e8255d175fcb6a3dfb41e477a995fe4176af501d00d0";
const boundarySetHash = "b10e8e77ac8764c7f54e36b7f26848ca1d43b05975eb468f23d5bb270e5a96d4";

test("the inputs that boundaries bring have their text and its hash", () => {
  const text =
    `{"boundarySetHash":"${"b".repeat(64)}",` +
    `"marks":[["group:web","${"a".repeat(64)}"],["item:[\\"acc\\",\\"eu\\",\\"vm\\",\\"i-1\\"]","unknown"]]}`;
  expect(printBoundaryInputs(boundaryInputs)).toBe(text);
  expect(parseBoundaryInputs(text)).toEqual(boundaryInputs);
  expect(hashBoundaryInputs(boundaryInputs)).toBe("7bf9635e76e61e14c51edda7e324b7d426f332af19ed666e385d501f0180b506");
});

test("each answer for a group or an item has its word in that text", () => {
  const known = { revision: 4, hash: "a".repeat(64), cidrs: null };
  const resolved = [holding("10.0.0.0/24"), holding(), { outcome: "unknown" }, { outcome: "not-ready" }] as const;
  const words = ["a34d80f7b68bf2b583681f727bae85f5a202ee100ad60ab3b3d351b9ce929539", "empty", "unknown", "not-ready"];
  expect(resolved.map(fingerprintOfResolved)).toEqual(words);
  expect([fingerprintOfResolved(undefined), fingerprintOfResolved({ outcome: "failed", reason: "away" })]).toEqual([
    "failed",
    "failed",
  ]);
  expect(fingerprintOfAnswer({ ...known, outcome: "resolved", addressCount: 1 })).toBe(known.hash);
  expect(fingerprintOfAnswer({ ...known, outcome: "resolved", addressCount: 0 })).toBe("empty");
  expect(fingerprintOfAnswer({ outcome: "not-ready" })).toBe("not-ready");
  expect(fingerprintOfAnswer(undefined)).toBe("failed");
});

test("a set of boundaries has its text, and a hash of what is in it", () => {
  expect(printBoundarySet([boundary])).toBe(boundarySetText);
  expect(parseBoundarySet(boundarySetText)).toMatchObject([{ id: "b-1", revision: 2, platforms: [{ name: "edge" }] }]);
  const snapshot = { boundaries: [boundary, { ...boundary, id: "b-2", projectIds: null }] };
  const found = [allBoundaries(snapshot), admittedBoundaries(snapshot, "shop"), admittedBoundaries(snapshot, "bank")];
  expect(found.map(({ hash }) => hash)).toEqual([
    "a2911e0e5155a30611657738c99ecc9626a85fd87b86f2e31ae67a61b408dd63",
    "a2911e0e5155a30611657738c99ecc9626a85fd87b86f2e31ae67a61b408dd63",
    "5bd5661139151f77643bf864e9b2ac0e818f073c3f10c1a98053ce87b353c28a",
  ]);
});

test("rules have their text, and lie under its hash, in whichever order their owner sent their members", () => {
  const reversed = JSON.parse(JSON.stringify(rules), (_, value) =>
    typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
  );
  const { changeRequestUuid, revision, projectId } = record;
  const sent = SavedChangeRequest.parse({ changeRequestUuid, revision, id: "cr-1", projectId, rules: reversed });
  const { hash, key, pieces } = rulesContent(sent.rules);
  expect([...pieces()].join("")).toBe(rulesText);
  expect([hash, key]).toEqual([rulesHash, `rules:${rulesHash}`]);
});

test("groups and items have their references, from rules and boundaries alike", () => {
  const references = ["group:web", 'item:["acc","eu","vm","i-1"]'];
  for (const named of [rules, [boundary]])
    expect(namedReferences(named).map(({ reference }) => reference)).toEqual(references);
});

test("an evaluation refers to what it was computed from by these hashes, and keeps it under these keys", () => {
  const request = { ...record, id: "cr-1", rules };
  const resolution = new Map([["group:web", holding("10.0.0.0/24", "10.1.0.0/24")]]);
  const { record: recorded, contents } = recordEvaluation(
    record,
    request,
    rulesContent(rules),
    inputsFrom([boundary], request, resolution),
    { state: "Pass", stateReason: record.stateReason, score: null, results: [], findings: [], retry: false },
    { thresholds: record, evaluatedAt: new Date(record.evaluatedAt), flip: null },
  );
  expect([recorded.rulesHash, recorded.boundarySetHash]).toEqual([rulesHash, boundarySetHash]);
  expect(recorded.inputsHash).toBe("43cfabd303fa329f25b87c86582f78c41db9fb737d9d27ccf4e1a202f805c505");
  const kept = contents.map(({ key, pieces }) => [key, [...pieces()].join("")]);
  expect(kept).toEqual([
    [`boundary-set:${boundarySetHash}`, boundarySetText],
    ["addresses:1cb7577fe9ef75944ac0e9f6248fba2af040b89ecf29cc10bc744daf7d1488f8", "10.0.0.0/24\n10.1.0.0/24"],
  ]);
});

test("the same result of the same evaluation is the same delivery", () => {
  expect(deliveryId(integration.uuid, record, boundary.id)).toBe("evt_QD_rAPoYEveQ-DKv5cV3PuEhWFrQ48NO");
});

test("a page of a preview that was begun before goes on", async () => {
  const fixture = aPreviewFixture();
  await fixture.saveBoundary();
  for (const id of ["a", "b", "c"]) await fixture.store(id, from("10.1.0.0/24"));
  const nextPageKey =
    "WzEsImJvdW5kYXJ5LXByZXZpZXcgakVhNUxtejJfb0xRYy1JSy1OeWNCY3owSnA3QlJ3dldfQXY5cDk1RGM5USIsWyJydW4tMCIsImEiXV0.o-Pgl20RqJ4";
  const answer = await fixture.preview({ input: forbids("10.1.0.0/16"), nextPageKey });
  expect(answer).toMatchObject({ ok: true, preview: { flips: [{ id: "b" }, { id: "c" }] } });
});
