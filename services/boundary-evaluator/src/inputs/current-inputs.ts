import type { AddressSet } from "@network-access/traffic-sets/address-set";
import { type AdmittedBoundaries, admittedBoundaries } from "../boundaries/admitted-boundaries.ts";
import type { BoundarySnapshots } from "../boundaries/boundary-snapshots.ts";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import type { AddressMemory } from "./address-memory.ts";
import { addressSetOfLines } from "./address-set-of-lines.ts";
import type { AddressSource } from "./address-source.ts";
import {
  type AddressFingerprint,
  type BoundaryInputs,
  fingerprintOfAnswer,
  hashBoundaryInputs,
  newestFingerprint,
} from "./boundary-inputs.ts";
import { type ContentStore, contentKey } from "./content-store.ts";

export interface ReadCurrentInputsNeeds {
  readonly snapshots: Pick<BoundarySnapshots, "current">;
  readonly addressSource: Pick<AddressSource, "resolve">;
  readonly addressMemory: AddressMemory;
  readonly contents: Pick<ContentStore, "read" | "keepAll">;
}

/** The inputs of an evaluation at one moment. */
export interface CurrentInputs {
  of(projectId: string): CurrentBoundaryInputs;
  /**
   * Looks up those groups and items in `references` that have not been looked up yet. Returns the fingerprints of all
   * groups and items that have been looked up so far.
   */
  fingerprintsOf(references: readonly NamedReference[]): Promise<ReadonlyMap<string, AddressFingerprint>>;
  /**
   * Returns the addresses with this hash, even if they are no longer current. Returns null if neither the content store
   * nor the inventory returns them.
   */
  addressesOf(hash: string): Promise<AddressSet | null>;
  /**
   * Reports whether the boundaries and addresses are still the same as in these inputs. Reads the current boundaries
   * and addresses again. Returns false if a group or item in `named` was not looked up for these inputs. Addresses that
   * can't be looked up now count as unchanged.
   */
  isUnchanged(named: readonly NamedReference[]): Promise<boolean>;
}

export interface CurrentBoundaryInputs {
  readonly boundaryInputs: BoundaryInputs;
  readonly hash: string;
  readonly admitted: AdmittedBoundaries;
}

/**
 * Reads the enforced boundaries, and looks up the groups and items to which they refer. The returned object keeps these
 * results.
 */
export async function readCurrentInputs(needs: ReadCurrentInputsNeeds): Promise<CurrentInputs> {
  const { addressSource, addressMemory, contents } = needs;
  const snapshot = await needs.snapshots.current();
  const lookedUp: NamedReference[] = [];
  const fingerprints = new Map<string, AddressFingerprint>();
  const texts = new Map<string, readonly string[]>();
  const sets = new Map<string, Promise<AddressSet | null>>();
  const byAdmitted = new Map<AdmittedBoundaries, CurrentBoundaryInputs>();

  async function lookup(references: readonly NamedReference[]): Promise<void> {
    const unknown = references.filter(({ reference }) => !fingerprints.has(reference));
    if (unknown.length === 0) return;
    const answers = await addressSource.resolve(unknown);
    lookedUp.push(...unknown);
    for (const { reference } of unknown) {
      const answer = answers.get(reference);
      fingerprints.set(reference, fingerprintOfAnswer(answer));
      if (answer?.outcome === "resolved" && answer.cidrs !== null) texts.set(answer.hash, answer.cidrs);
    }
  }

  async function find(hash: string): Promise<AddressSet | null> {
    const known = texts.get(hash);
    const stored = known === undefined ? await contents.read(contentKey.addresses(hash)) : null;
    if (stored !== null) return addressSetOfLines(stored);
    const list = await addressMemory.get({ hash, addressCount: known?.length ?? null, cidrs: known ?? null });
    // Stores a copy of the address list, because the inventory does not keep earlier address lists of items. When an
    // item loses addresses, the next diff needs the copy to find the lost addresses.
    if (known !== undefined)
      await contents.keepAll([{ key: contentKey.addresses(hash), shared: true, pieces: () => [known.join("\n")] }]);
    return list.ok ? list.addresses : null;
  }

  const named = namedReferences(snapshot.boundaries);
  await lookup(named);
  return {
    of(projectId) {
      const admitted = admittedBoundaries(snapshot, projectId);
      const cached = byAdmitted.get(admitted);
      if (cached) return cached;
      const boundaryInputs = {
        boundarySetHash: admitted.hash,
        fingerprints: new Map(
          admitted.references.map(({ reference }) => [reference, fingerprints.get(reference) ?? "failed"]),
        ),
      };
      const made = { boundaryInputs, hash: hashBoundaryInputs(boundaryInputs), admitted };
      byAdmitted.set(admitted, made);
      return made;
    },
    async fingerprintsOf(references) {
      await lookup(references);
      return fingerprints;
    },
    async isUnchanged(named) {
      if (named.some(({ reference }) => !fingerprints.has(reference))) return false;
      if ((await needs.snapshots.current()) !== snapshot) return false;
      const answers = lookedUp.length === 0 ? new Map() : await addressSource.resolve(lookedUp);
      return lookedUp.every(({ reference }) => {
        const before = fingerprints.get(reference);
        return newestFingerprint(before, fingerprintOfAnswer(answers.get(reference))) === before;
      });
    },
    addressesOf(hash) {
      const addresses = sets.get(hash) ?? find(hash);
      sets.set(hash, addresses);
      return addresses;
    },
  };
}
