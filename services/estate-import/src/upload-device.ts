import type { Called, Manager, ManagerFailure, UploadedRevision } from "./manager.ts";
import type { NamedPart } from "./parts/name-part.ts";

export interface Upload {
  readonly name: string;
  readonly vendor: string;
  readonly product: string;
  /** The number of the device group for a new device. Ignored if the device already exists. */
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

/**
 * The most times that an upload sends missing parts before it fails. The security manager can remove unused parts
 * between two calls. A part that was sent may therefore be missing again.
 */
const MOST_SENDINGS = 3;
const PARTS_AT_ONCE = 3;

/**
 * Uploads the parts of a device to the security manager as a new revision. Creates the device if it does not exist.
 * Sends only the parts that the security manager reports as missing.
 */
export async function uploadDevice(manager: Manager, upload: Upload): Promise<Called<Uploaded>> {
  const device = await deviceOf(manager, upload);
  if (!device.ok) return device;
  const { id, isNew } = device.answer;
  const newest = await manager.newestRevision(id);
  if (!newest.ok) return newest;
  const names = upload.parts.map(({ sha256 }) => sha256);
  const revision = { configuredAt: upload.configuredAt, baseRevision: newest.answer, parts: names };
  const sent = new Set<string>();
  for (let sendings = 0; ; sendings += 1) {
    const put = await manager.putRevision(id, revision);
    if (!put.ok) return put;
    if (!("missing" in put.answer))
      return { ok: true, answer: { device: id, isNewDevice: isNew, revision: put.answer, sentParts: sent.size } };
    if (sendings === MOST_SENDINGS)
      return failed({ kind: "gave-up", message: `parts are missing again after they were sent ${sendings} times` });
    const wanted = new Set(put.answer.missing);
    const missing = new Map(upload.parts.filter(({ sha256 }) => wanted.has(sha256)).map((part) => [part.sha256, part]));
    const stored = await putParts(manager, id, [...missing.values()]);
    if (!stored.ok) return stored;
    for (const sha256 of missing.keys()) sent.add(sha256);
  }
}

/** Sends up to three parts concurrently. After a failure, starts no further call and returns the failure. */
async function putParts(manager: Manager, id: number, parts: readonly NamedPart[]): Promise<Called<null>> {
  const waiting = parts.values();
  let failure: Called<null> | undefined;
  const sender = async (): Promise<void> => {
    for (const part of waiting) {
      const stored = await manager.putPart(id, part);
      if (!stored.ok) failure ??= stored;
      if (failure) return;
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, sender));
  return failure ?? { ok: true, answer: null };
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
  // The status 409 means that another import created a device with this name after the first call of `findDevice`.
  const again = await manager.findDevice(name);
  if (!again.ok) return again;
  return again.answer === undefined ? created : { ok: true, answer: { id: again.answer, isNew: false } };
}

function failed(failure: ManagerFailure): { readonly ok: false; readonly failure: ManagerFailure } {
  return { ok: false, failure };
}
