import type { Snapshot } from "@network-access/estate-model/snapshot";
import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import type { CurrentRevision, Device, DeviceCounts } from "../devices/device.ts";
import { type RowNoteNeeds, readRowNotes } from "../notes/read-row-notes.ts";
import { documentId, rowDocument } from "../row-index/row-document.ts";
import type { RowIndex, RowNotes, RowWrite, RowWriter } from "../row-index/row-index.ts";
import { createRevisionModel, type RevisionModel, type RowIdentity } from "../rows/revision-model.ts";
import { REVISION_ROWS } from "../rows/revision-rows.ts";
import type { RowEntity } from "../rows/row.ts";
import { compareDigests, countChanges } from "./compare-digests.ts";
import { digestRevision } from "./digest-revision.ts";
import { type Made, makeCurrent } from "./make-current.ts";
import type { PartStore } from "./part-store.ts";
import { readSnapshot } from "./read-snapshot.ts";
import type { Revision } from "./revision.ts";
import type { RevisionDigest } from "./revision-digest.ts";
import type { RevisionStore } from "./revision-store.ts";

/** How many records of each kind a revision has. */
export type RowCounts = Readonly<Record<RowEntity, number>>;

/** Writes the rows of a revision to an index, and reads the notes that these rows show. */
export interface RowTarget extends RowWriter {
  readonly noted: RowNoteNeeds;
}

export interface MakingNeeds {
  readonly parts: PartStore;
  readonly revisions: RevisionStore;
  readonly rows: RowIndex;
  readonly noted: RowNoteNeeds;
  /** Returns undefined if there is no such device. */
  readonly findDevice: (deviceId: number) => Promise<Device | undefined>;
  /**
   * Makes `revision` the current revision of the device if the device's current revision is `replaced`, or if
   * `replaced` is null and the device has no current revision. If neither is the case, changes nothing and returns
   * false.
   */
  readonly setCurrent: (deviceId: number, revision: CurrentRevision, replaced: number | null) => Promise<boolean>;
  /** Requests that the device's name is written into its rows again. */
  readonly noteRename: (deviceId: number) => Promise<void>;
  readonly now: () => Date;
}

/** The maximum number of rows in one write. This many rows have about 5 MB together. */
const WRITTEN_AT_ONCE = 500;
/**
 * One call computes the missing digests of at most this many earlier revisions. If more digests are missing, the oldest
 * revision within this limit is treated as the first revision of the device.
 */
const LONGEST_CHAIN = 10_000;

/**
 * Writes the rows of a revision, and makes the revision current once searches can find all of the rows. The call may be
 * repeated safely.
 */
export async function makeRevision(needs: MakingNeeds, revision: Revision): Promise<Made> {
  const { rows, revisions, noted } = needs;
  const { id, deviceId, configuredAt, attempts } = revision;
  const device = await needs.findDevice(deviceId);
  const model = device && (await readModel(needs, revision));
  if (!device || !model) return { state: "refused" };
  const newest = await revisions.newest(deviceId);
  // A revision that is already current does not count as overtaken. An earlier attempt may have made the revision
  // current and then failed.
  if (newest && newest.id !== id && device.currentRevision?.id !== id) return { state: "overtaken" };
  const indexes = await rows.indexes();
  // If an index is replaced while rows are written, the new index may lack rows of this revision. Searches may switch
  // to the new index at any time. The code below therefore checks several times that no index was replaced, the last
  // time after the revision became current.
  const checkIndexes = async () => {
    if ((await rows.indexes()) !== indexes) throw new IndexAway("an index was replaced meanwhile");
  };
  const counts = await writeRevision({ ...rows, noted }, id, model, device.name);
  for (const [entity, written] of Object.entries(counts)) {
    const found = written === 0 ? 0 : await rows.count(entity as RowEntity, id);
    if (found === written) continue;
    await checkIndexes();
    throw new Error(`${found} of ${written} rows of ${entity} can be found`);
  }
  await checkIndexes();
  const current = { id, configuredAt, since: needs.now(), counts: deviceCounts(counts, model.snapshot) };
  const made = await makeCurrent(needs, deviceId, current);
  await checkIndexes();
  // Requests that the device's name is written into its rows again. Rows of an earlier attempt, and rows that were
  // written before a rename of the device, may have an outdated name.
  if (attempts > 1 || (await needs.findDevice(deviceId))?.name !== device.name) await needs.noteRename(deviceId);
  return made;
}

/**
 * Returns the model from which the rows of a revision are computed. Returns undefined if the snapshot can't be
 * assembled, for example because a part is no longer stored.
 */
export async function readModel(
  needs: Pick<MakingNeeds, "parts" | "revisions">,
  revision: Revision,
): Promise<RevisionModel | undefined> {
  const { deviceId } = revision;
  const read = await readSnapshot(needs.parts, deviceId, revision.parts, "without texts");
  if (!read.ok) return undefined;
  const digest = await digestOf(needs, revision, read.snapshot);
  return createRevisionModel({
    deviceId,
    snapshot: read.snapshot,
    identities: identitiesOf(read.snapshot, digest),
  });
}

/**
 * Writes all rows of a revision in batches, and returns the number of rows of each entity. After the last batch, reads
 * the notes again and updates rows whose notes have changed meanwhile. If a note changes later, the background task in
 * `notes/project-notes.ts` writes it to the row.
 */
export async function writeRevision(
  { write, updateNotes, noted }: RowTarget,
  revision: number,
  model: RevisionModel,
  deviceName: string,
): Promise<RowCounts> {
  const owner = { deviceId: model.deviceId, deviceName, revision };
  const counts: Partial<Record<RowEntity, number>> = {};
  const shown = new Map<string, RowNotes>();
  const ruleIds: string[] = [];
  for (const [name, make] of Object.entries(REVISION_ROWS)) {
    const entity = name as RowEntity;
    counts[entity] = 0;
    for (const some of takeSome(make(model), WRITTEN_AT_ONCE)) {
      counts[entity] += some.length;
      if (entity === "secrule") {
        const ids = some.map(({ id }) => id);
        ruleIds.push(...ids);
        for (const [ruleId, notes] of await readRowNotes(noted, ids)) shown.set(ruleId, notes);
      }
      const writes = some.map(
        (row): RowWrite => ({
          ...{ id: documentId(revision, row.id), document: rowDocument(entity, row, owner) },
          ...(entity === "secrule" && { notes: shown.get(row.id) ?? NO_NOTES }),
        }),
      );
      await write(entity, writes);
    }
  }
  const changed = [...(await readRowNotes(noted, ruleIds))].filter(
    ([ruleId, { version }]) => shown.get(ruleId)?.version !== version,
  );
  await updateNotes(changed.map(([ruleId, notes]) => ({ id: documentId(revision, ruleId), notes })));
  return counts as RowCounts;
}

function* takeSome<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let some: Item[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

const NO_NOTES: RowNotes = { version: 0, fields: {} };

/**
 * Returns the digest of a revision: the data with which the next revision is compared. If the digest is not stored,
 * computes and stores it from the snapshot and the digest of the previous revision. If digests of earlier revisions are
 * missing too, computes them first.
 */
async function digestOf(
  needs: Pick<MakingNeeds, "parts" | "revisions">,
  revision: Revision,
  snapshot: Snapshot,
): Promise<RevisionDigest> {
  const { revisions } = needs;
  const stored = await revisions.readDigest(revision.id);
  if (stored) return stored;
  const before = await digestBefore(needs, revision);
  return storeDigest(revisions, revision, snapshot, before);
}

async function digestBefore(
  { revisions, parts }: Pick<MakingNeeds, "parts" | "revisions">,
  { deviceId, baseRevision }: Revision,
): Promise<RevisionDigest | undefined> {
  const open: Revision[] = [];
  let digest: RevisionDigest | undefined;
  for (let id = baseRevision; id !== null && open.length < LONGEST_CHAIN; ) {
    digest = await revisions.readDigest(id);
    if (digest) break;
    // A refused revision may have been removed although it is the base of a later revision. In that case, the loop
    // continues with the newest revision before the removed revision.
    const found: Revision | undefined = (await revisions.find(id)) ?? (await revisions.newestBefore(deviceId, id));
    if (!found) break;
    open.push(found);
    id = found.baseRevision;
  }
  for (const one of open.reverse()) {
    const read = await readSnapshot(parts, one.deviceId, one.parts, "without texts");
    if (read.ok) digest = await storeDigest(revisions, one, read.snapshot, digest);
  }
  return digest;
}

async function storeDigest(
  revisions: RevisionStore,
  { id, deviceId, configuredAt }: Revision,
  snapshot: Snapshot,
  before: RevisionDigest | undefined,
): Promise<RevisionDigest> {
  const digest = digestRevision(snapshot, { deviceId, revision: id, configuredAt, before });
  const changes = before ? compareDigests(before, digest) : null;
  await revisions.storeDigest({ id, deviceId }, digest, changes, changes && countChanges(changes));
  return digest;
}

/**
 * Returns a map from each row of the snapshot to the matching row of the digest (the data with which the next revision
 * is compared). The digest row contains the id of the snapshot row. Rows are matched by position, because the digest
 * lists the rows in the order of the snapshot.
 */
function identitiesOf(snapshot: Snapshot, { rows }: RevisionDigest): RevisionModel["identities"] {
  const identities = new Map<SnapshotRow, RowIdentity>();
  let place = 0;
  for (const policy of snapshot.policies.values())
    for (const row of policy.rows) {
      const found = rows[place];
      if (found) identities.set(row, found);
      place += 1;
    }
  return identities;
}

function deviceCounts(counts: RowCounts, { interfaces }: Snapshot): DeviceCounts {
  const zones = [...interfaces.values()].flatMap(({ name, zones: own }) => (own.length === 0 ? [name] : own));
  return {
    totalSecRules: counts.secrule,
    natRuleCount: counts.natrule,
    ntwkObjCount: counts.networkobj,
    svcObjCount: counts.serviceobj,
    scheduleObjCount: counts.scheduleobj,
    routeCount: counts.route,
    zoneCount: new Set(zones).size,
    interfaceCount: counts.interface,
    policyCount: counts.policy,
  };
}
