import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { z } from "zod";
import {
  addressListPath,
  GroupAnswer,
  ItemAnswer,
  ResolveAddresses,
  ResolvedAddresses,
  resolveAddressesPath,
} from "../src/address-resolution.ts";
import { BoundariesNamingGroup, boundariesNamingGroupPath, NamedGroup } from "../src/boundaries-naming-group.ts";
import { SnapshotPart } from "../src/device-snapshot.ts";
import { EvaluationId } from "../src/evaluation-id.ts";
import { EvaluationVerdict, evaluationVerdictPath } from "../src/evaluation-verdict.ts";
import type { JobContract } from "../src/job-contract.ts";
import {
  NewestRevision,
  NewestRevisions,
  NewestRevisionsRequest,
  newestRevisionsPath,
} from "../src/newest-revisions.ts";
import { RequestedReevaluations, RequestReevaluation, requestReevaluationPath } from "../src/request-reevaluation.ts";
import {
  CurrentTexts,
  CurrentTextsRequest,
  currentTextsPath,
  SavedChangeRequest,
  savedChangeRequestPath,
} from "../src/saved-change-request.ts";

/**
 * The examples in `payloads.json` must stay valid and must not be changed, and a schema may only get additional
 * optional members. The reason is that processes of two releases run at the same time during an update, and that the
 * queue may contain jobs of even older releases.
 */

interface Committed {
  readonly jobs: Readonly<Record<string, { readonly payload: object; readonly deduplicationKey: string }>>;
  readonly paths: readonly string[];
  readonly bodies: Readonly<Record<string, readonly object[]>>;
}

const committed: Committed = JSON.parse(readFileSync(new URL("./payloads.json", import.meta.url), "utf8"));

const schemas: Readonly<Record<string, z.ZodType>> = {
  "addresses: answer": ResolvedAddresses,
  "addresses: question": ResolveAddresses,
  "addresses of a group": GroupAnswer,
  "addresses of an item": ItemAnswer,
  "boundaries naming a group: answer": BoundariesNamingGroup,
  "boundaries naming a group: question": NamedGroup,
  "current texts: answer": CurrentTexts,
  "current texts: question": CurrentTextsRequest,
  "device snapshot: part": SnapshotPart,
  "evaluation id": EvaluationId,
  "judge again: answer": RequestedReevaluations,
  "judge again: question": RequestReevaluation,
  "newest revision": NewestRevision,
  "newest revisions: answer": NewestRevisions,
  "newest revisions: question": NewestRevisionsRequest,
  "outcome of an evaluation: answer": EvaluationVerdict,
  "saved change request: answer": SavedChangeRequest,
};

/** All exports of the package. A test fails if an exported job or body has no example in `payloads.json`. */
const exported: unknown[] = [];
const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
for (const path of Object.values<string>(exports))
  exported.push(...Object.values<unknown>(await import(new URL(`../${path}`, import.meta.url).href)));
const jobs = new Map(exported.filter(isJobContract).map((contract) => [contract.queue, contract]));

function isJobContract(value: unknown): value is JobContract<unknown> {
  return typeof value === "object" && value !== null && "queue" in value && "deduplicationKey" in value;
}

test("every kind of job and every body has a committed payload", () => {
  expect([...jobs.keys()].sort()).toEqual(Object.keys(committed.jobs).sort());
  expect(Object.keys(schemas).sort()).toEqual(Object.keys(committed.bodies).sort());
  const known = new Set<unknown>(Object.values(schemas));
  expect(exported.filter((value) => value instanceof z.ZodType && !known.has(value))).toEqual([]);
});

test.each(Object.entries(committed.jobs))("the job %s is read whole, and known again", (queue, job) => {
  const contract = jobs.get(queue);
  expect(contract?.payload.parse(job.payload)).toEqual(job.payload);
  expect(contract?.deduplicationKey(job.payload)).toBe(job.deduplicationKey);
});

test.each(Object.entries(committed.bodies))("the body %p is read whole", (name, bodies) => {
  for (const body of bodies) expect(schemas[name]?.parse(body)).toEqual(body);
});

test("internal routes stay where they are", () => {
  const uuid = "0b0b0b0b-1111-4222-8333-444444444444";
  expect([
    resolveAddressesPath,
    addressListPath("cafe", 2),
    boundariesNamingGroupPath,
    currentTextsPath,
    requestReevaluationPath,
    newestRevisionsPath,
    savedChangeRequestPath(uuid, 3),
    evaluationVerdictPath(uuid, 3, 7),
  ]).toEqual(committed.paths);
});
