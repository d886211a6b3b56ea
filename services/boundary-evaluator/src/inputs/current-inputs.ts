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
  footingHash,
  newestFingerprint,
} from "./boundary-inputs.ts";
import { type ContentStore, contentKey } from "./content-store.ts";

/** What finding out the footings of now needs. */
export interface ReadCurrentInputsNeeds {
  readonly snapshots: Pick<BoundarySnapshots, "current">;
  readonly addressSource: Pick<AddressSource, "resolve">;
  readonly addressMemory: AddressMemory;
  readonly contents: Pick<ContentStore, "read" | "keepAll">;
}

/** What verdicts would stand on at one moment. */
export interface CurrentInputs {
  of(projectId: string): CurrentBoundaryInputs;
  /** What is known of these now; asked for once each. */
  fingerprintsOf(references: readonly NamedReference[]): Promise<ReadonlyMap<string, AddressFingerprint>>;
  /** The addresses behind a hash of now or of before; null when they can't be had any more. */
  addressesOf(hash: string): Promise<AddressSet | null>;
  /**
   * Whether boundaries and everything that was asked about are as they were, and nothing else is `named`; a look-up that
   * fails tells nothing.
   */
  isStillSo(named: readonly NamedReference[]): Promise<boolean>;
}

export interface CurrentBoundaryInputs {
  readonly boundaryInputs: BoundaryInputs;
  readonly hash: string;
  readonly admitted: AdmittedBoundaries;
}

/** Looks at all boundaries and everything they name, once. */
export async function readCurrentInputs(needs: ReadCurrentInputsNeeds): Promise<CurrentInputs> {
  const { addressSource, addressMemory, contents } = needs;
  const snapshot = await needs.snapshots.current();
  const asked: NamedReference[] = [];
  const marks = new Map<string, AddressFingerprint>();
  const texts = new Map<string, readonly string[]>();
  const sets = new Map<string, Promise<AddressSet | null>>();
  const boundaryInputsStore = new Map<AdmittedBoundaries, CurrentBoundaryInputs>();

  async function look(references: readonly NamedReference[]): Promise<void> {
    const unasked = references.filter(({ reference }) => !marks.has(reference));
    if (unasked.length === 0) return;
    const answers = await addressSource.resolve(unasked);
    asked.push(...unasked);
    for (const { reference } of unasked) {
      const answer = answers.get(reference);
      marks.set(reference, fingerprintOfAnswer(answer));
      if (answer?.outcome === "resolved" && answer.cidrs !== null) texts.set(answer.hash, answer.cidrs);
    }
  }

  async function find(hash: string): Promise<AddressSet | null> {
    const known = texts.get(hash);
    const stored = known === undefined ? await contents.read(contentKey.addresses(hash)) : null;
    if (stored !== null) return addressSetOfLines(stored);
    const remembered = await addressMemory.get({ hash, addressCount: known?.length ?? null, cidrs: known ?? null });
    // The inventory keeps lists of groups, and none of items; these are needed to tell what an item loses next.
    if (known !== undefined)
      await contents.keepAll([{ key: contentKey.addresses(hash), shared: true, pieces: () => [known.join("\n")] }]);
    return remembered.ok ? remembered.addresses : null;
  }

  const named = namedReferences(snapshot.boundaries);
  await look(named);
  return {
    of(projectId) {
      const admitted = admittedBoundaries(snapshot, projectId);
      const held = boundaryInputsStore.get(admitted);
      if (held) return held;
      const boundaryInputs = {
        boundarySetHash: admitted.hash,
        marks: new Map(admitted.references.map(({ reference }) => [reference, marks.get(reference) ?? "failed"])),
      };
      const made = { boundaryInputs, hash: footingHash(boundaryInputs), admitted };
      boundaryInputsStore.set(admitted, made);
      return made;
    },
    async fingerprintsOf(references) {
      await look(references);
      return marks;
    },
    async isStillSo(named) {
      if (named.some(({ reference }) => !marks.has(reference))) return false;
      if ((await needs.snapshots.current()) !== snapshot) return false;
      const answers = asked.length === 0 ? new Map() : await addressSource.resolve(asked);
      return asked.every(({ reference }) => {
        const before = marks.get(reference);
        return newestFingerprint(before, fingerprintOfAnswer(answers.get(reference))) === before;
      });
    },
    addressesOf(hash) {
      const held = sets.get(hash) ?? find(hash);
      sets.set(hash, held);
      return held;
    },
  };
}
