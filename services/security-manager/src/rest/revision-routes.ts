import { json, Refusal } from "@network-access/service-runtime/http-reply";
import type { EstateCaller } from "../access/estate-caller.ts";
import type { Device } from "../devices/device.ts";
import { mayDevice } from "../devices/estate.ts";
import type { SavingNeeds } from "../devices/save-device.ts";
import type { PartStore } from "../revisions/part-store.ts";
import { putPart } from "../revisions/put-part.ts";
import { putRevision, RevisionInput } from "../revisions/put-revision.ts";
import type { Revision } from "../revisions/revision.ts";
import type { RevisionStore } from "../revisions/revision-store.ts";
import { CHANGING, DOMAIN_PATH, findDevice, READING } from "./device-routes.ts";
import type { EstateRoute } from "./estate-route.ts";
import { failed } from "./failed.ts";
import { envelope, pageOf, readPage } from "./page.ts";
import { idOf, notFound, readBody } from "./read-body.ts";

interface Needs extends Pick<SavingNeeds, "readEstate" | "now"> {
  readonly parts: PartStore;
  readonly revisions: RevisionStore;
  readonly nextRevision: () => Promise<number>;
}

/** The largest part unpacked. */
const MOST_PART_BYTES = 8 * 1_024 * 1_024;

/** The parts and revisions of devices. */
export function revisionRoutes(needs: Needs): readonly EstateRoute[] {
  const { parts, revisions, now } = needs;
  const path = `${DOMAIN_PATH}/device/:id`;
  return [
    {
      ...{ ...CHANGING, method: "PUT", path: `${path}/part/:sha256`, maxBodyBytes: MOST_PART_BYTES, gzip: true },
      async handle(request, caller) {
        const device = await writableDevice(needs, request.params, caller);
        const put = await putPart({ parts, now }, device.id, request.params.sha256 ?? "", await request.json());
        if (!put.ok) throw failed(put.failure);
        return { status: put.isNew ? 201 : 204 };
      },
    },
    {
      ...{ ...CHANGING, method: "PUT", path: `${path}/rev` },
      async handle(request, caller) {
        const device = await writableDevice(needs, request.params, caller);
        const input = await readBody(request, RevisionInput);
        const putting = { parts, revisions, nextId: needs.nextRevision, now };
        const put = await putRevision(putting, device.id, caller.name, input);
        if (put.ok) return json(put.isNew ? 201 : 200, revisionRecord(put.revision));
        if (put.kind === "invalid") throw failed(put.failure);
        throw put.kind === "missing-parts" ? missingParts(put.missing) : otherNewest(put.newest);
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/rev` },
      async handle({ query, params }, caller) {
        const { device } = await findDevice(needs, params, caller);
        const page = readPage(query);
        const { total, found } = await revisions.list(device.id, page.page * page.pageSize, page.pageSize);
        return json(200, envelope(found.map(revisionRecord), total, page));
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/rev/:revision` },
      handle: async ({ params }, caller) => json(200, revisionRecord(await findRevision(needs, params, caller))),
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/rev/:revision/changelog` },
      async handle({ query, params }, caller) {
        const revision = await findRevision(needs, params, caller);
        const changes = await revisions.readChanges(revision.id);
        return json(200, pageOf(changes ?? [], readPage(query)));
      },
    },
  ];
}

async function writableDevice(
  needs: Needs,
  params: Readonly<Record<string, string>>,
  caller: EstateCaller,
): Promise<Device> {
  const { device } = await findDevice(needs, params, caller);
  if (!mayDevice(await needs.readEstate(), caller, "write", device))
    throw failed({ kind: "forbidden", permission: "write on a device group that holds the device" });
  return device;
}

/** The revision that a path names; `latest` is the newest one. */
async function findRevision(
  needs: Needs,
  params: Readonly<Record<string, string>>,
  caller: EstateCaller,
): Promise<Revision> {
  const { device } = await findDevice(needs, params, caller);
  const { revision: named } = params;
  const found =
    named === "latest" ? await needs.revisions.newest(device.id) : await needs.revisions.find(idOf(named) ?? 0);
  if (!found || found.deviceId !== device.id) throw notFound();
  return found;
}

function revisionRecord({ id, deviceId, configuredAt, createdAt, createdBy, state, notUnderstood, changes }: Revision) {
  return {
    ...{ id, domainId: 1, deviceId, configuredAt: configuredAt.toISOString(), createdAt: createdAt.toISOString() },
    ...{ createdBy, searchable: state === "searchable", state: state.toUpperCase(), notUnderstood, changes },
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
