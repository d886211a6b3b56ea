import type { Called, Manager, ManagerFailure, UploadedRevision } from "./manager.ts";
import type { NamedPart } from "./parts/name-part.ts";

/** What is uploaded. */
export interface Upload {
  readonly name: string;
  readonly vendor: string;
  readonly product: string;
  /** Of a device that is created. */
  readonly group: number | undefined;
  readonly configuredAt: Date;
  readonly parts: readonly NamedPart[];
}

export interface Uploaded {
  readonly device: number;
  readonly isNewDevice: boolean;
  readonly revision: UploadedRevision;
  readonly sentParts: number;
}

/** Parts may be removed by a clean-up between two calls. */
const MOST_ROUNDS = 3;

/** Creates the device where it is new, sends the parts that the manager lacks, and makes a revision of them. */
export async function uploadDevice(manager: Manager, upload: Upload): Promise<Called<Uploaded>> {
  const device = await deviceOf(manager, upload);
  if (!device.ok) return device;
  const { id, isNew } = device.answer;
  const newest = await manager.newestRevision(id);
  if (!newest.ok) return newest;
  const names = upload.parts.map(({ sha256 }) => sha256);
  const revision = { configuredAt: upload.configuredAt, baseRevision: newest.answer, parts: names };
  const sent = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const put = await manager.putRevision(id, revision);
    if (!put.ok) return put;
    if (!("missing" in put.answer))
      return { ok: true, answer: { device: id, isNewDevice: isNew, revision: put.answer, sentParts: sent.size } };
    const missing = new Set(put.answer.missing);
    for (const part of upload.parts) {
      if (!missing.delete(part.sha256)) continue;
      const stored = await manager.putPart(id, part);
      if (!stored.ok) return stored;
      sent.add(part.sha256);
    }
  }
  return failed({ kind: "gave-up", message: `parts are still missing after ${MOST_ROUNDS} rounds` });
}

async function deviceOf(
  manager: Manager,
  { name, vendor, product, group }: Upload,
): Promise<Called<{ readonly id: number; readonly isNew: boolean }>> {
  const found = await manager.findDevice(name);
  if (!found.ok) return found;
  if (found.answer !== undefined) return { ok: true, answer: { id: found.answer, isNew: false } };
  const created = await manager.createDevice({
    name,
    vendor,
    product,
    deviceGroupIds: group === undefined ? [] : [group],
  });
  if (created.ok) return { ok: true, answer: { id: created.answer, isNew: true } };
  const { failure } = created;
  if (failure.kind !== "refused" || failure.status !== 409) return created;
  // Somebody else created it meanwhile.
  const again = await manager.findDevice(name);
  if (!again.ok) return again;
  return again.answer === undefined ? created : { ok: true, answer: { id: again.answer, isNew: false } };
}

function failed(failure: ManagerFailure): { readonly ok: false; readonly failure: ManagerFailure } {
  return { ok: false, failure };
}
