import { printBoundarySet } from "../boundaries/stored-boundary-set.ts";
import { type BoundaryInputs, footingHash, newestFingerprint } from "../inputs/boundary-inputs.ts";
import type { BoundaryInputsStore } from "../inputs/boundary-inputs-store.ts";
import { type ContentStore, contentKey } from "../inputs/content-store.ts";
import type { CurrentBoundaryInputs, CurrentInputs } from "../inputs/current-inputs.ts";
import { type DiffInputsNeeds, diffInputs, type InputChange } from "../inputs/diff-inputs.ts";
import { type AffectedRules, affectedRulesOf } from "../judging/changes/affected-rules.ts";
import type { LatestEvaluation, NamedAnswer } from "./latest-evaluation.ts";
import type { LatestEvaluationStore, ValidInputsUpdate } from "./latest-evaluation-store.ts";
import type { LatestRules } from "./latest-rules.ts";
import type { RequestReevaluation } from "./request-reevaluation.ts";
import type { ValidityNotes } from "./validity-notes.ts";

/** What comparing needs. */
export interface ReevaluateStaleNeeds {
  readonly contents: Pick<ContentStore, "read" | "keepAll">;
  readonly rules: LatestRules;
  readonly boundaries: DiffInputsNeeds["boundaries"];
  readonly latestEvaluations: Pick<LatestEvaluationStore, "page" | "move" | "remove">;
  readonly boundaryInputsStore: Pick<BoundaryInputsStore, "keep" | "read">;
  readonly notes: ValidityNotes;
  readonly requestReevaluation: RequestReevaluation;
  /** Waits until so many more may be asked for. */
  pace(count: number): Promise<void>;
}

/** What one comparison did. */
export interface Compared {
  readonly looked: number;
  readonly requested: number;
  readonly gone: number;
  /** Its time was over before the end; the next one goes on where it stopped. */
  readonly more: boolean;
}

/** Judgings looked at together, and rules read together. */
const PAGE = 1_000;
const RULES_AT_ONCE = 100;
/** Asked for in one call. */
const ASK_AT_ONCE = 50;

/** A footing that some judgings stand on, beside the one of now. */
interface Compare {
  readonly boundaryInputs: BoundaryInputs;
  readonly hash: string;
  /** Null: every judging is concerned. */
  readonly affected: AffectedRules<InputChange> | null;
}

/** A judging that does not stand on what is now, and what it would stand on. */
interface Stale {
  readonly judging: LatestEvaluation;
  readonly boundaryInputs: Compare | null;
  readonly named: readonly NamedAnswer[] | null;
}

/**
 * Compares what every standing judging stands on with what is now, oldest first. Whoever can be concerned is asked to be
 * judged again; the others stand on what is now from here on. All of it may be repeated and may run beside itself: what
 * was not noted is found again.
 */
export async function reevaluateStale(
  needs: ReevaluateStaleNeeds,
  current: CurrentInputs,
  isOver: () => boolean,
): Promise<Compared> {
  const diffBoundaryInputs = comparing(needs, current);
  let looked = 0;
  let requested = 0;
  let gone = 0;
  let more = false;

  async function ask(concerned: readonly Stale[]): Promise<void> {
    for (let start = 0; start < concerned.length && !more; start += ASK_AT_ONCE) {
      const asking = concerned.slice(start, start + ASK_AT_ONCE);
      await needs.pace(asking.length);
      const answer = await needs.requestReevaluation.ask(asking.map(({ judging }) => judging));
      const isGone = new Set(answer.gone);
      await needs.latestEvaluations.remove(answer.gone);
      // Kept before any judging refers to them.
      for (const boundaryInputs of new Set(asking.flatMap((one) => one.boundaryInputs?.boundaryInputs ?? [])))
        await needs.boundaryInputsStore.keep(boundaryInputs);
      await needs.latestEvaluations.move(
        asking.flatMap((one) => (isGone.has(one.judging.changeRequestUuid) ? [] : [moveOf(one)])),
      );
      for (const { judging } of asking) needs.notes.forget(judging);
      requested += asking.length - isGone.size;
      gone += isGone.size;
      more = isOver();
    }
  }

  for (let last: LatestEvaluation | null = null; !more; ) {
    const page: LatestEvaluation[] = await needs.latestEvaluations.page(last, PAGE);
    last = page.at(-1) ?? null;
    if (last === null) break;
    looked += page.length;
    const stale = await findStale(page, current, needs.notes, diffBoundaryInputs);
    for (let start = 0; start < stale.length && !more; start += RULES_AT_ONCE) {
      const some = stale.slice(start, start + RULES_AT_ONCE);
      const isAffected = await affectedAmong(needs, current, some);
      for (const one of some)
        if (one.boundaryInputs !== null && !isAffected.has(one))
          needs.notes.note(one.judging, one.boundaryInputs.boundaryInputs);
      await ask([...isAffected]);
      more ||= isOver();
    }
  }
  await needs.notes.writeWhenDue();
  return { looked, requested, gone, more };
}

function moveOf({ judging, boundaryInputs, named }: Stale): ValidInputsUpdate {
  const { changeRequestUuid, attempt } = judging;
  return { changeRequestUuid, attempt, footingHash: boundaryInputs?.hash ?? judging.footingHash, named };
}

async function findStale(
  page: readonly LatestEvaluation[],
  current: CurrentInputs,
  notes: Pick<ValidityNotes, "footingHashOf">,
  diffBoundaryInputs: (hash: string, now: CurrentBoundaryInputs) => Promise<Compare | null>,
): Promise<Stale[]> {
  const marks = await current.fingerprintsOf(page.flatMap(({ named }) => named.map((one) => one.named)));
  const found: Stale[] = [];
  for (const judging of page) {
    const named = judging.named.map(({ named, mark }) => ({
      named,
      mark: newestFingerprint(mark, marks.get(named.reference) ?? "failed"),
    }));
    const isNamedSame = named.every(({ mark }, place) => mark === judging.named[place]?.mark);
    const boundaryInputs = await diffBoundaryInputs(notes.footingHashOf(judging), current.of(judging.projectId));
    if (boundaryInputs !== null || !isNamedSame)
      found.push({ judging, boundaryInputs, named: isNamedSame ? null : named });
  }
  return found;
}

/** Compares each footing once with the one of now; null where there is no difference. */
function comparing(needs: ReevaluateStaleNeeds, current: CurrentInputs) {
  const known = new Map<string, Promise<Compare | null>>();

  async function compare(hash: string, now: CurrentBoundaryInputs): Promise<Compare | null> {
    const before = needs.notes.boundaryInputs(hash) ?? (await needs.boundaryInputsStore.read(hash));
    const marks = [...now.boundaryInputs.marks].map(([reference, mark]): [string, string] => [
      reference,
      newestFingerprint(before?.marks.get(reference), mark),
    ]);
    const boundaryInputs: BoundaryInputs = { ...now.boundaryInputs, marks: new Map(marks) };
    const newHash = footingHash(boundaryInputs);
    if (newHash === hash) return null;
    const { boundaries, hash: setHash } = now.admitted;
    const set = { key: contentKey.boundarySet(setHash), shared: true, pieces: () => [printBoundarySet(boundaries)] };
    await needs.contents.keepAll([set]);
    if (before === null) return { boundaryInputs, hash: newHash, affected: null };
    const { changes, affectsEveryRule } = await diffInputs(
      { ...needs, addressesOf: current.addressesOf },
      before,
      boundaryInputs,
      boundaries,
    );
    return { boundaryInputs, hash: newHash, affected: affectsEveryRule ? null : affectedRulesOf(changes) };
  }

  return (hash: string, now: CurrentBoundaryInputs): Promise<Compare | null> => {
    if (hash === now.hash) return Promise.resolve(null);
    const key = `${hash} ${now.hash}`;
    const held = known.get(key) ?? compare(hash, now);
    known.set(key, held);
    return held;
  };
}

/** Those who name what changed, and those whose rules a change can concern. */
async function affectedAmong(
  { rules }: ReevaluateStaleNeeds,
  { addressesOf }: CurrentInputs,
  stale: readonly Stale[],
): Promise<ReadonlySet<Stale>> {
  const isUndecided = ({ named, boundaryInputs }: Stale) => named === null && boundaryInputs?.affected != null;
  const undecided = stale.filter(isUndecided);
  const read = await rules.of(
    undecided.map(({ judging }) => judging),
    addressesOf,
  );
  const unaffected = new Set<Stale>();
  undecided.forEach((one, place) => {
    const { affected } = one.boundaryInputs ?? {};
    if (affected && read[place]?.every((rule) => affected.changesFor(rule).length === 0)) unaffected.add(one);
  });
  // In the order they came: oldest first.
  return new Set(stale.filter((one) => !unaffected.has(one)));
}
