import type { Snapshot } from "@network-access/estate-model/snapshot";
import type { Failure } from "@network-access/service-runtime/failure";
import { nameId } from "../rows/name-id.ts";
import { policyRowRecord } from "../rows/policy-row-record.ts";
import { createRevisionModel } from "../rows/revision-model.ts";
import type { PartStore } from "./part-store.ts";
import { readSnapshot } from "./read-snapshot.ts";
import type { Revision } from "./revision.ts";
import type { RevisionDigest } from "./revision-digest.ts";
import type { RevisionStore } from "./revision-store.ts";

interface Needs {
  readonly parts: PartStore;
  readonly revisions: RevisionStore;
  /** Runs one `work` at a time. Here, `work` assembles a snapshot. */
  readonly oneAtATime: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

interface PolicyRowsPage {
  readonly uid: string;
  readonly skip: number;
  readonly limit: number;
}

type PolicyRows =
  | { readonly ok: true; readonly total: number; readonly rows: readonly object[] }
  | { readonly ok: false; readonly failure: Failure };

export type PolicyRowLister = (revision: Revision, page: PolicyRowsPage) => Promise<PolicyRows>;

interface Assembled {
  readonly snapshot: Snapshot;
  readonly digest: RevisionDigest;
}

/**
 * Creates a function that lists all rows of a policy in the order of the device. The list includes implicit rows and
 * rows that only call other policies. A large snapshot takes a second to assemble and needs much memory. Snapshots are
 * therefore assembled one at a time, and the last one is reused until the garbage collector frees it.
 */
export function createPolicyRowLister({ parts, revisions, oneAtATime }: Needs): PolicyRowLister {
  let last: { readonly revision: number; readonly assembled: WeakRef<Assembled> } | undefined;

  async function assemble({ id, deviceId, parts: names }: Revision): Promise<Assembled | Failure> {
    const known = last?.revision === id ? last.assembled.deref() : undefined;
    if (known) return known;
    const digest = await revisions.readDigest(id);
    if (!digest) return conflict(`revision ${id} is not made yet; its rules have no ids`);
    const read = await readSnapshot(parts, deviceId, names, "without texts");
    if (!read.ok) return conflict(read.problem);
    const assembled = { snapshot: read.snapshot, digest };
    last = { revision: id, assembled: new WeakRef(assembled) };
    return assembled;
  }

  return async (revision, { uid, skip, limit }) => {
    const assembled = await oneAtATime(() => assemble(revision));
    if ("kind" in assembled) return { ok: false, failure: assembled };
    const { snapshot, digest } = assembled;
    const { deviceId } = revision;
    // The digest of a revision lists the rows of all policies in the order of the snapshot. `first` is the position of
    // the current policy's first row in the digest.
    let first = 0;
    for (const policy of snapshot.policies.values()) {
      if (nameId(deviceId, "policy", policy.name) === uid.toLowerCase()) {
        const model = createRevisionModel({ deviceId, snapshot, identities: new Map() });
        const rows = policy.rows.slice(skip, skip + limit).flatMap((row, place) => {
          const identity = digest.rows[first + skip + place];
          return identity ? [policyRowRecord(model, policy, row, identity)] : [];
        });
        return { ok: true, total: policy.rows.length, rows };
      }
      first += policy.rows.length;
    }
    return { ok: false, failure: { kind: "not-found", message: `revision ${revision.id} has no policy ${uid}` } };
  };
}

function conflict(message: string): Failure {
  return { kind: "conflict", message };
}
