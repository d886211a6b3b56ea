import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import { json, Refusal } from "@network-access/service-runtime/http-reply";
import { createSemaphore } from "@network-access/service-runtime/semaphore";
import { z } from "zod";
import type { EstateCaller } from "../access/estate-caller.ts";
import type { Device } from "../devices/device.ts";
import type { SavingNeeds } from "../devices/save-device.ts";
import { createPolicyRowLister } from "../revisions/list-policy-rows.ts";
import type { PartStore } from "../revisions/part-store.ts";
import { putPart } from "../revisions/put-part.ts";
import { putRevision, RevisionInput } from "../revisions/put-revision.ts";
import type { Revision } from "../revisions/revision.ts";
import type { ListedRevision, RevisionStore } from "../revisions/revision-store.ts";
import { RevisionConflictAnswer } from "./answers/error-answer.ts";
import { listAnswer } from "./answers/list-answer.ts";
import { ChangeAnswer, RevisionAnswer } from "./answers/revision-answer.ts";
import { PolicyRowAnswer } from "./answers/rule-answers.ts";
import { UUID } from "./answers/scalars.ts";
import { CHANGING, DEVICE_IN_PATH, DOMAIN_PATH, findDevice, findWritableDevice, READING } from "./device-routes.ts";
import type { EstateRoute } from "./estate-route.ts";
import { failed } from "./failed.ts";
import { envelope, PAGE_PARAMETERS, pageOf, readPage } from "./page.ts";
import { idOf, notFound, readBody } from "./read-body.ts";

interface Needs extends Pick<SavingNeeds, "readEstate" | "now"> {
  readonly parts: PartStore;
  readonly revisions: RevisionStore;
  readonly nextRevision: () => Promise<number>;
}

/** The most bytes of a part after decompression. */
const MOST_PART_BYTES = 8 * 1_024 * 1_024;

const REVISION_IN_PATH = {
  ...DEVICE_IN_PATH,
  revision: z.string().meta({ description: "The id of the revision, or `latest`.", examples: ["latest"] }),
};

/** Routes for the parts and revisions of devices. */
export function revisionRoutes(needs: Needs): readonly EstateRoute[] {
  const { parts, revisions, now } = needs;
  const path = `${DOMAIN_PATH}/device/:id`;
  const oneAtATime = createSemaphore(1);
  const listPolicyRows = createPolicyRowLister({ parts, revisions, oneAtATime });
  return [
    {
      ...{ ...CHANGING, method: "PUT", path: `${path}/part/:sha256`, maxBodyBytes: MOST_PART_BYTES, gzip: true },
      description: {
        ...{ id: "putPart", summary: "Stores one part of a snapshot" },
        details:
          "201 where it is new, 204 where it is stored already. A part that no revision names is removed a day after it was last sent.",
        path: {
          ...DEVICE_IN_PATH,
          sha256: z
            .string()
            .regex(/^[0-9a-fA-F]{64}$/)
            .meta({ description: "The SHA-256 of the part's canonical JSON." }),
        },
        body: SnapshotPart,
        answers: { 201: null, 204: null },
      },
      async handle(request, caller) {
        const device = await findWritableDevice(needs, request.params, caller);
        const put = await putPart({ parts, now }, device.id, request.params.sha256 ?? "", await request.json());
        if (!put.ok) throw failed(put.failure);
        return { status: put.isNew ? 201 : 204 };
      },
    },
    {
      ...{ ...CHANGING, method: "PUT", path: `${path}/rev` },
      description: {
        ...{ id: "putRevision", summary: "Makes a revision of stored parts", path: DEVICE_IN_PATH },
        details:
          "200 with the newest revision where that has the same parts. 409 names the parts that are missing, or the revision that came in between.",
        body: RevisionInput,
        answers: { 200: RevisionAnswer, 201: RevisionAnswer },
        errors: { 409: RevisionConflictAnswer },
      },
      async handle(request, caller) {
        const device = await findWritableDevice(needs, request.params, caller);
        const input = await readBody(request, RevisionInput);
        const putting = { parts, revisions, nextId: needs.nextRevision, now, oneAtATime };
        const put = await putRevision(putting, device.id, caller.name, input);
        if (put.ok) return json(put.isNew ? 201 : 200, revisionRecord(put.revision, device));
        if (put.kind === "invalid") throw failed(put.failure);
        throw put.kind === "missing-parts" ? missingParts(put.missing) : otherNewest(put.newest);
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/rev` },
      description: {
        ...{ id: "listRevisions", summary: "The revisions of a device, newest first", path: DEVICE_IN_PATH },
        query: PAGE_PARAMETERS,
        answers: { 200: listAnswer(RevisionAnswer) },
      },
      async handle({ query, params }, caller) {
        const { device } = await findDevice(needs, params, caller);
        const page = readPage(query);
        const { total, found } = await revisions.list(device.id, page.page * page.pageSize, page.pageSize);
        return json(
          200,
          envelope(
            found.map((revision) => revisionRecord(revision, device)),
            total,
            page,
          ),
        );
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/rev/:revision` },
      description: {
        ...{ id: "readRevision", summary: "A revision", path: REVISION_IN_PATH },
        answers: { 200: RevisionAnswer },
      },
      async handle({ params }, caller) {
        const { revision, device } = await findRevision(needs, params, caller);
        return json(200, revisionRecord(revision, device));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/rev/:revision/changelog` },
      description: {
        ...{ id: "listChanges", summary: "What a revision changed against the one before", path: REVISION_IN_PATH },
        query: PAGE_PARAMETERS,
        answers: { 200: listAnswer(ChangeAnswer) },
      },
      async handle({ query, params }, caller) {
        const { revision } = await findRevision(needs, params, caller);
        const changes = await revisions.readChanges(revision.id);
        return json(200, pageOf(changes ?? [], readPage(query)));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/rev/:revision/policy/:uid` },
      description: {
        ...{ id: "listPolicyRows", summary: "Every row of a policy in the order of the device" },
        details: "Also rows that only lead elsewhere, and what the device does by itself (`implicit`).",
        path: { ...REVISION_IN_PATH, uid: UUID.meta({ description: "The id of the policy." }) },
        query: PAGE_PARAMETERS,
        answers: { 200: listAnswer(PolicyRowAnswer) },
        refuses: [409],
      },
      async handle({ query, params }, caller) {
        const page = readPage(query);
        const { revision } = await findRevision(needs, params, caller);
        const asked = { uid: params.uid ?? "", skip: page.page * page.pageSize, limit: page.pageSize };
        const found = await listPolicyRows(revision, asked);
        if (!found.ok) throw failed(found.failure);
        return json(200, envelope(found.rows, found.total, page));
      },
    },
  ];
}

/**
 * Returns the revision with the id in the path, and its device. In place of the id, the path may have `latest` for the
 * newest revision of the device.
 */
async function findRevision(
  needs: Needs,
  params: Readonly<Record<string, string>>,
  caller: EstateCaller,
): Promise<{ readonly revision: Revision; readonly device: Device }> {
  const { device } = await findDevice(needs, params, caller);
  const { revision: named } = params;
  const found =
    named === "latest" ? await needs.revisions.newest(device.id) : await needs.revisions.find(idOf(named) ?? 0);
  if (!found || found.deviceId !== device.id) throw notFound();
  return { revision: found, device };
}

function revisionRecord(revision: ListedRevision, { currentRevision }: Device) {
  const { id, deviceId, configuredAt, createdAt, createdBy, attempts, notUnderstood, changes } = revision;
  // When a revision becomes current, the service updates the device first and the revision afterwards. In between,
  // `revision.state` is still "pending".
  const state = currentRevision?.id === id ? "searchable" : revision.state;
  return {
    ...{ id, domainId: 1, deviceId, configuredAt: configuredAt.toISOString(), createdAt: createdAt.toISOString() },
    ...{ createdBy, searchable: state === "searchable", state: state.toUpperCase(), attempts, notUnderstood, changes },
  };
}

function missingParts(missing: readonly string[]): Refusal {
  const message = `${missing.length} parts are not stored; send them, then the revision again`;
  const fields = [{ path: "parts", message }];
  return new Refusal({ status: 409, code: "CONFLICT", message, fields, members: { missing } });
}

function otherNewest(newest: number | null): Refusal {
  const is = newest === null ? "the device has no revision" : `the newest revision is ${newest}`;
  const message = `${is}; read it, and send baseRevision ${newest} if yours still follows it`;
  return new Refusal({ status: 409, code: "CONFLICT", message, fields: [{ path: "baseRevision", message }] });
}
