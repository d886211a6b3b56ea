import { printBoundarySet } from "../boundaries/stored-boundary-set.ts";
import { type BoundaryInputs, hashBoundaryInputs, newestFingerprint } from "../inputs/boundary-inputs.ts";
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

export interface ReevaluateStaleNeeds {
  readonly contents: Pick<ContentStore, "read" | "keepAll">;
  readonly rules: LatestRules;
  readonly boundaries: DiffInputsNeeds["boundaries"];
  readonly latestEvaluations: Pick<LatestEvaluationStore, "page" | "updateValidInputs" | "remove">;
  readonly boundaryInputsStore: Pick<BoundaryInputsStore, "keep" | "read">;
  readonly notes: ValidityNotes;
  readonly requestReevaluation: RequestReevaluation;
  /** Waits until `count` more re-evaluations may be requested. */
  pace(count: number): Promise<void>;
}

/** The result of one stale scan. */
export interface ScanResult {
  readonly compared: number;
  readonly requested: number;
  readonly gone: number;
  /**
   * True if the scan stopped early because `isOver` returned true. Some evaluations may not have been compared. The
   * next scan starts again with the first evaluation.
   */
  readonly more: boolean;
}

/**
 * `PAGE` is the maximum number of latest evaluations in one read. `RULES_AT_ONCE` is the maximum number of evaluations
 * whose rules are read together.
 */
const PAGE = 1_000;
const RULES_AT_ONCE = 100;
/** The number of re-evaluations that one call requests. */
const REQUESTS_AT_ONCE = 50;

/**
 * The current boundary inputs of a project, and how they differ from the older boundary inputs for which stored
 * verdicts hold.
 */
interface BoundaryInputsDiff {
  readonly boundaryInputs: BoundaryInputs;
  readonly hash: string;
  /** Null if every rule is affected. */
  readonly affected: AffectedRules<InputChange> | null;
}

/** A verdict whose inputs are not the current ones. */
interface Stale {
  readonly latest: LatestEvaluation;
  /** Null if the boundary inputs are the same. */
  readonly diff: BoundaryInputsDiff | null;
  /**
   * The current lookup results of the groups and items that the request itself names, or null if they have not changed.
   */
  readonly named: readonly NamedAnswer[] | null;
}

/**
 * Compares the inputs of each latest evaluation with the current inputs, in the order of `firstJudgedAt`. If a
 * difference can affect the verdict, requests a re-evaluation. Otherwise records that the verdict holds for the current
 * inputs. Calls may be repeated and may run concurrently. If a call ends early, the next call starts again with the
 * first evaluation.
 */
export async function reevaluateStale(
  needs: ReevaluateStaleNeeds,
  current: CurrentInputs,
  isOver: () => boolean,
): Promise<ScanResult> {
  const { notes, latestEvaluations } = needs;
  const diffBoundaryInputs = cachedDiff(needs, current);
  let compared = 0;
  let requested = 0;
  let gone = 0;
  let more = false;

  async function request(affected: readonly Stale[]): Promise<void> {
    for (let start = 0; start < affected.length && !more; start += REQUESTS_AT_ONCE) {
      const batch = affected.slice(start, start + REQUESTS_AT_ONCE);
      await needs.pace(batch.length);
      const answer = await needs.requestReevaluation.ask(batch.map(({ latest }) => latest));
      const isGone = new Set(answer.gone);
      await latestEvaluations.remove(answer.gone);
      // The inputs are stored before any document refers to them.
      for (const boundaryInputs of new Set(batch.flatMap(({ diff }) => diff?.boundaryInputs ?? [])))
        await needs.boundaryInputsStore.keep(boundaryInputs);
      const kept = batch.filter(({ latest }) => !isGone.has(latest.changeRequestUuid));
      await latestEvaluations.updateValidInputs(kept.map(updateOf));
      for (const { latest } of batch) notes.discard(latest);
      requested += kept.length;
      gone += isGone.size;
      more = isOver();
    }
  }

  for (let last: LatestEvaluation | null = null; !more; ) {
    const page: LatestEvaluation[] = await latestEvaluations.page(last, PAGE);
    last = page.at(-1) ?? null;
    if (last === null) break;
    compared += page.length;
    const stale = await findStale(page, current, notes, diffBoundaryInputs);
    for (let start = 0; start < stale.length && !more; start += RULES_AT_ONCE) {
      const batch = stale.slice(start, start + RULES_AT_ONCE);
      const affected = await affectedAmong(needs, current, batch);
      for (const one of batch)
        if (one.diff !== null && !affected.has(one)) notes.noteValid(one.latest, one.diff.boundaryInputs);
      await request([...affected]);
      more ||= isOver();
    }
  }
  await notes.writeWhenDue();
  return { compared, requested, gone, more };
}

function updateOf({ latest, diff, named }: Stale): ValidInputsUpdate {
  const { changeRequestUuid, attempt, validInputsHash } = latest;
  return { changeRequestUuid, attempt, validInputsHash: diff?.hash ?? validInputsHash, named };
}

async function findStale(
  page: readonly LatestEvaluation[],
  current: CurrentInputs,
  notes: Pick<ValidityNotes, "validInputsHashOf">,
  diffBoundaryInputs: (hash: string, now: CurrentBoundaryInputs) => Promise<BoundaryInputsDiff | null>,
): Promise<Stale[]> {
  const fingerprints = await current.fingerprintsOf(page.flatMap(({ named }) => named.map((answer) => answer.named)));
  const found: Stale[] = [];
  for (const latest of page) {
    const named = latest.named.map(({ named, fingerprint }) => ({
      named,
      fingerprint: newestFingerprint(fingerprint, fingerprints.get(named.reference) ?? "failed"),
    }));
    const isNamedSame = named.every(({ fingerprint }, place) => fingerprint === latest.named[place]?.fingerprint);
    const diff = await diffBoundaryInputs(notes.validInputsHashOf(latest), current.of(latest.projectId));
    if (diff !== null || !isNamedSame) found.push({ latest, diff, named: isNamedSame ? null : named });
  }
  return found;
}

/**
 * Creates a function that compares earlier boundary inputs with the current boundary inputs (`now`). `hash` identifies
 * the earlier inputs. The function returns the differences, or null if there are none. Each pair of inputs is compared
 * only once.
 */
function cachedDiff(needs: ReevaluateStaleNeeds, current: CurrentInputs) {
  const cached = new Map<string, Promise<BoundaryInputsDiff | null>>();

  async function diff(hash: string, now: CurrentBoundaryInputs): Promise<BoundaryInputsDiff | null> {
    const before = needs.notes.notedInputs(hash) ?? (await needs.boundaryInputsStore.read(hash));
    const fingerprints = [...now.boundaryInputs.fingerprints].map(([reference, fingerprint]): [string, string] => [
      reference,
      newestFingerprint(before?.fingerprints.get(reference), fingerprint),
    ]);
    const boundaryInputs: BoundaryInputs = { ...now.boundaryInputs, fingerprints: new Map(fingerprints) };
    const newHash = hashBoundaryInputs(boundaryInputs);
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

  return (hash: string, now: CurrentBoundaryInputs): Promise<BoundaryInputsDiff | null> => {
    if (hash === now.hash) return Promise.resolve(null);
    const key = `${hash} ${now.hash}`;
    const found = cached.get(key) ?? diff(hash, now);
    cached.set(key, found);
    return found;
  };
}

/**
 * Selects the stale evaluations that must be repeated. An evaluation is left out only if no change of the boundary
 * inputs can affect its rules, and the addresses of the groups and items that its request names are unchanged.
 */
async function affectedAmong(
  { rules }: ReevaluateStaleNeeds,
  { addressesOf }: CurrentInputs,
  stale: readonly Stale[],
): Promise<ReadonlySet<Stale>> {
  const undecided = stale.filter(({ named, diff }) => named === null && diff?.affected != null);
  const read = await rules.of(
    undecided.map(({ latest }) => latest),
    addressesOf,
  );
  const unaffected = new Set<Stale>();
  undecided.forEach((one, place) => {
    const { affected } = one.diff ?? {};
    if (affected && read[place]?.every((rule) => affected.changesFor(rule).length === 0)) unaffected.add(one);
  });
  // The evaluations stay in the order in which they were given.
  return new Set(stale.filter((one) => !unaffected.has(one)));
}
