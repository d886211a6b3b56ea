import type { Rule } from "@network-access/firewall-rules/rule";
import { type ChangesNeeds, changesBetween, type FootingChange, resolvedByMark } from "./changes-between.ts";
import type { ContentStore } from "./content-store.ts";
import { contentKey } from "./content-store.ts";
import {
  type CurrentFooting,
  type CurrentFootings,
  type CurrentFootingsNeeds,
  currentFootings,
} from "./current-footings.ts";
import { type Footing, footingHash, newestMark } from "./footing.ts";
import type { FootingStore } from "./footing-store.ts";
import type { JudgeAgain } from "./judge-again.ts";
import { compileRule } from "./judging/compile-rule.ts";
import { type Concern, concernOf } from "./judging/concern.ts";
import type { Resolved } from "./judging/resolved.ts";
import { readRules } from "./read-rules.ts";
import type { NamedAnswer, StandingJudging } from "./standing-judging.ts";
import type { StandingMove, StandingStore } from "./standing-store.ts";
import { printBoundarySet } from "./stored-boundary-set.ts";

/** What comparing needs. */
export interface CompareStandingNeeds extends CurrentFootingsNeeds {
  readonly contents: Pick<ContentStore, "read" | "readMany" | "keepAll">;
  readonly boundaries: ChangesNeeds["boundaries"];
  readonly standing: Pick<StandingStore, "page" | "move" | "remove">;
  readonly footings: Pick<FootingStore, "keep" | "read">;
  readonly judgeAgain: JudgeAgain;
  /** Waits until so many more may be asked for. */
  pace(count: number): Promise<void>;
}

/** What one comparison did. */
export interface Compared {
  readonly looked: number;
  readonly askedAgain: number;
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
  readonly hash: string;
  /** Null: every judging is concerned. */
  readonly concern: Concern<FootingChange> | null;
}

/** A judging that does not stand on what is now, and what it would stand on. */
interface Stale {
  readonly judging: StandingJudging;
  readonly footing: Compare | null;
  readonly named: readonly NamedAnswer[] | null;
}

/**
 * Compares what every standing judging stands on with what is now, oldest first. Whoever can be concerned is asked to be
 * judged again; the others stand on what is now from here on. All of it may be repeated and may run beside itself: what
 * was not noted is found again.
 */
export async function compareStanding(needs: CompareStandingNeeds, isOver: () => boolean): Promise<Compared> {
  const current = await currentFootings(needs);
  const compareFooting = comparing(needs, current);
  const unconcerned: StandingMove[] = [];
  let looked = 0;
  let askedAgain = 0;
  let gone = 0;
  let more = false;

  async function ask(concerned: readonly Stale[]): Promise<void> {
    for (let start = 0; start < concerned.length && !more; start += ASK_AT_ONCE) {
      const asking = concerned.slice(start, start + ASK_AT_ONCE);
      await needs.pace(asking.length);
      const answer = await needs.judgeAgain.ask(asking.map(({ judging }) => judging));
      const isGone = new Set(answer.gone);
      await needs.standing.remove(answer.gone);
      await needs.standing.move(
        asking.flatMap((one) => (isGone.has(one.judging.changeRequestUuid) ? [] : [moveOf(one)])),
      );
      askedAgain += asking.length - isGone.size;
      gone += isGone.size;
      more = isOver();
    }
  }

  for (let last: StandingJudging | null = null; !more; ) {
    const page: StandingJudging[] = await needs.standing.page(last, PAGE);
    last = page.at(-1) ?? null;
    if (last === null) break;
    looked += page.length;
    const stale = await findStale(page, current, compareFooting);
    for (let start = 0; start < stale.length && !more; start += RULES_AT_ONCE) {
      const some = stale.slice(start, start + RULES_AT_ONCE);
      const isConcerned = await concernedAmong(needs, current, some);
      unconcerned.push(...some.filter((one) => !isConcerned.has(one)).map(moveOf));
      await ask([...isConcerned]);
      more ||= isOver();
    }
  }
  for (let start = 0; start < unconcerned.length; start += PAGE)
    await needs.standing.move(unconcerned.slice(start, start + PAGE));
  return { looked, askedAgain, gone, more };
}

function moveOf({ judging, footing, named }: Stale): StandingMove {
  const { changeRequestUuid, attempt } = judging;
  return { changeRequestUuid, attempt, footingHash: footing?.hash ?? judging.footingHash, named };
}

async function findStale(
  page: readonly StandingJudging[],
  current: CurrentFootings,
  compareFooting: (hash: string, now: CurrentFooting) => Promise<Compare | null>,
): Promise<Stale[]> {
  const marks = await current.marksOf(page.flatMap(({ named }) => named.map((one) => one.named)));
  const found: Stale[] = [];
  for (const judging of page) {
    const named = judging.named.map(({ named, mark }) => ({
      named,
      mark: newestMark(mark, marks.get(named.reference) ?? "failed"),
    }));
    const isNamedSame = named.every(({ mark }, place) => mark === judging.named[place]?.mark);
    const footing = await compareFooting(judging.footingHash, current.of(judging.projectId));
    if (footing !== null || !isNamedSame) found.push({ judging, footing, named: isNamedSame ? null : named });
  }
  return found;
}

/** Compares each footing once with the one of now; null where there is no difference. */
function comparing(needs: CompareStandingNeeds, current: CurrentFootings) {
  const known = new Map<string, Promise<Compare | null>>();

  async function compare(hash: string, now: CurrentFooting): Promise<Compare | null> {
    const before = await needs.footings.read(hash);
    const marks = [...now.footing.marks].map(([reference, mark]): [string, string] => [
      reference,
      newestMark(before?.marks.get(reference), mark),
    ]);
    const footing: Footing = { ...now.footing, marks: new Map(marks) };
    const newHash = footingHash(footing);
    if (newHash === hash) return null;
    const { boundaries, hash: setHash } = now.admitted;
    // Kept before any judging refers to them.
    const set = { key: contentKey.boundarySet(setHash), shared: true, pieces: () => [printBoundarySet(boundaries)] };
    await Promise.all([needs.footings.keep(footing), needs.contents.keepAll([set])]);
    if (before === null) return { hash: newHash, concern: null };
    const { changes, concernEverybody } = await changesBetween(
      { ...needs, addressesOf: current.addressesOf },
      before,
      footing,
      boundaries,
    );
    return { hash: newHash, concern: concernEverybody ? null : concernOf(changes) };
  }

  return (hash: string, now: CurrentFooting): Promise<Compare | null> => {
    if (hash === now.hash) return Promise.resolve(null);
    const key = `${hash} ${now.hash}`;
    const held = known.get(key) ?? compare(hash, now);
    known.set(key, held);
    return held;
  };
}

/** Those who name what changed, and those whose rules a change can concern. */
async function concernedAmong(
  needs: CompareStandingNeeds,
  current: CurrentFootings,
  stale: readonly Stale[],
): Promise<ReadonlySet<Stale>> {
  const concerned = new Set<Stale>();
  const undecided = stale.filter((one) => one.named === null && one.footing?.concern);
  for (const one of stale) if (one.named !== null || !one.footing?.concern) concerned.add(one);
  const rules = await readRules(
    needs.contents,
    undecided.map(({ judging }) => judging.rulesHash),
  );
  for (const one of undecided) {
    const own = rules.get(one.judging.rulesHash);
    const { concern } = one.footing ?? {};
    if (!own || !concern || (await anyConcerned(own, one.judging, concern, current))) concerned.add(one);
  }
  // In the order they came: oldest first.
  return new Set(stale.filter((one) => concerned.has(one)));
}

async function anyConcerned(
  rules: readonly Rule[],
  { named }: StandingJudging,
  concern: Concern<FootingChange>,
  current: CurrentFootings,
): Promise<boolean> {
  const resolution = new Map<string, Resolved>();
  for (const { named: one, mark } of named) resolution.set(one.reference, await resolvedByMark(current, mark));
  return rules.some((rule) => concern.changesFor(compileRule(rule, resolution)).length > 0);
}
