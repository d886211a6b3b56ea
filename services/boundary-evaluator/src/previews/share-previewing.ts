import { orderIds } from "../judging/model/order-ids.ts";
import type { Previewing } from "./ask-previewing.ts";
import type { PreviewedFlip, PreviewQuestion, PreviewQuestions, PreviewTotals } from "./previewing-message.ts";

type Asking = {
  [Kind in PreviewQuestion]: (
    asked: PreviewQuestions[Kind]["asked"],
    signal?: AbortSignal,
  ) => Promise<PreviewQuestions[Kind]["answer"]>;
};

/** Several who preview as one: each holds and judges its share of the stored requests, always the same one. */
export function sharePreviewing(shares: readonly Previewing[]): Previewing {
  const shareOf = (uuid: string) => hashOf(uuid) % shares.length;

  function askAll<Kind extends PreviewQuestion>(
    question: Kind,
    asked: PreviewQuestions[Kind]["asked"],
    signal?: AbortSignal,
  ): Promise<PreviewQuestions[Kind]["answer"][]> {
    return Promise.all(shares.map((share) => share.ask(question, asked, signal)));
  }

  const asking: Asking = {
    async begin(asked, signal) {
      await askAll("begin", asked, signal);
      return null;
    },
    async list({ revisions, ...page }, signal) {
      const placesOf: number[][] = shares.map(() => []);
      for (const [place, { changeRequestUuid }] of revisions.entries())
        placesOf[shareOf(changeRequestUuid)]?.push(place);
      const lacking = await Promise.all(
        shares.map(async (share, number) => {
          const places = placesOf[number] ?? [];
          const own = places.flatMap((place) => revisions[place] ?? []);
          const lacks = await share.ask("list", { ...page, revisions: own }, signal);
          return lacks.flatMap((place) => places[place] ?? []);
        }),
      );
      return lacking.flat().sort((a, b) => a - b);
    },
    async hold({ texts, ...page }, signal) {
      const textsOf: (typeof texts)[number][][] = shares.map(() => []);
      for (const text of texts) textsOf[shareOf(text.changeRequestUuid)]?.push(text);
      await Promise.all(
        shares.map(async (share, number) => {
          const own = textsOf[number] ?? [];
          if (own.length > 0) await share.ask("hold", { ...page, texts: own }, signal);
        }),
      );
      return null;
    },
    // Whoever is done is not asked again, so each share is asked to its end here.
    async look(asked, signal) {
      const names = await Promise.all(
        shares.map(async (share) => {
          const found = [];
          for (let isDone = false; !isDone; ) {
            const looked = await share.ask("look", asked, signal);
            found.push(...looked.names);
            isDone = looked.isDone;
          }
          return found;
        }),
      );
      return { names: [...new Map(names.flat().map((one) => [one.reference, one])).values()], isDone: true };
    },
    async judge({ answers, ...page }, signal) {
      await Promise.all(
        shares.map(async (share) => {
          let left = answers;
          for (let isDone = false; !isDone; left = [])
            ({ isDone } = await share.ask("judge", { ...page, answers: left }, signal));
        }),
      );
      return { isDone: true };
    },
    async finish(asked, signal) {
      return sumOf(await askAll("finish", asked, signal));
    },
    async wanting(asked, signal) {
      const all = await askAll("wanting", asked, signal);
      const told = all.filter((one) => one !== null);
      return told.length < all.length ? null : told.flat();
    },
    async flips(asked, signal) {
      const parts = await askAll("flips", asked, signal);
      const told = parts.filter((part) => part !== null);
      return told.length < parts.length ? null : merged(told, asked.limit);
    },
    async drop(asked, signal) {
      await askAll("drop", asked, signal);
      return null;
    },
  };

  return {
    async give(inputs) {
      await Promise.all(shares.map((share) => share.give(inputs)));
    },
    ask: (question, asked, signal) => asking[question](asked, signal),
  };
}

function sumOf(all: readonly PreviewTotals[]): PreviewTotals {
  const undecided = all.flatMap((one) => one.undecided ?? []).sort((a, b) => orderIds(a.id, b.id));
  return {
    flipped: all.reduce((sum, one) => sum + one.flipped, 0),
    unchanged: all.reduce((sum, one) => sum + one.unchanged, 0),
    undecided: undecided[0] ?? null,
  };
}

function merged(
  parts: readonly NonNullable<PreviewQuestions["flips"]["answer"]>[],
  limit: number,
): PreviewQuestions["flips"]["answer"] {
  // Behind the last flip that a share has told it may have one that comes before those of others.
  const ends = parts.flatMap(({ flips, more }) => (more ? (flips.at(-1) ?? []) : [])).sort(byId);
  const [end] = ends;
  const known = parts
    .flatMap(({ flips }) => flips)
    .filter((flip) => end === undefined || byId(flip, end) <= 0)
    .sort(byId);
  const flips = known.slice(0, limit);
  return {
    flips,
    more: end !== undefined || known.length > flips.length,
    totals: sumOf(parts.map(({ totals }) => totals)),
  };
}

function byId(a: PreviewedFlip, b: PreviewedFlip): number {
  return orderIds(a.id, b.id);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
