import type { Transferred } from "../judge-threads/judge-protocol.ts";
import { createThreadContents } from "../judge-threads/thread-contents.ts";
import { type PreparedEdit, prepareEdit } from "../judging/changes/prepare-edit.ts";
import { type BothStates, explainStates, previewStates } from "../judging/changes/preview-request.ts";
import { compileBoundary } from "../judging/compiling/compile-boundary.ts";
import { compileRule } from "../judging/compiling/compile-rule.ts";
import { unpackRules } from "../judging/compiling/pack-rules.ts";
import type { ScoreSettings } from "../judging/matching/summarise.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";
import { orderIds } from "../judging/model/order-ids.ts";
import type { Resolved } from "../judging/model/resolved.ts";
import { findFailedLookup } from "./find-failed-lookup.ts";
import { unpackRulesTexts } from "./packed-text.ts";
import type {
  AskedOfPreviewing,
  PreviewedFlip,
  PreviewQuestion,
  PreviewQuestions,
  PreviewTotals,
} from "./previewing-message.ts";
import { type CachedRequest, createRequestCache, holdTexts } from "./request-cache.ts";

/** Whoever answers the questions of previews (previewing-message.ts), one after the other. */
export interface PreviewAnswers {
  take(message: Transferred): void;
  answer<Kind extends PreviewQuestion>(asked: AskedOfPreviewing<Kind>): PreviewQuestions[Kind]["answer"];
}

interface FoundFlip extends BothStates {
  readonly request: CachedRequest;
}

interface Page {
  readonly requests: CachedRequest[];
  /** Those that the edit can touch, whatever the addresses of what they name. */
  readonly near: CachedRequest[];
  looked: number;
  judged: number;
}

interface Run {
  readonly edit: PreparedEdit;
  readonly resolution: Map<string, Resolved>;
  readonly asked: Set<string>;
  readonly pages: Map<number, Page>;
  readonly seen: Set<string>;
  readonly flips: FoundFlip[];
  undecided: PreviewTotals["undecided"];
  totals: PreviewTotals | null;
}

/** Finished runs whose flips can be read. */
const RUNS_KEPT = 4;
/** After so long a question is answered in part, so that whoever asked can end it. */
const PART_MS = 50;
/** Looked at between two looks at the clock. */
const STRIDE = 32;

/** Lays edits of boundaries beside all stored requests, which it remembers up to `maxBytes`. */
export function createPreviewing(options: {
  readonly settings: ScoreSettings;
  readonly maxBytes: number;
  readonly now?: () => number;
}): PreviewAnswers {
  const { settings, maxBytes, now = () => performance.now() } = options;
  const contents = createThreadContents();
  const requests = createRequestCache(maxBytes);
  const runs = new Map<string, Run>();

  function runOf(id: string): Run {
    const run = runs.get(id);
    if (!run) throw new Error("there is no such run");
    return run;
  }

  function pageOf({ run, page }: { readonly run: string; readonly page: number }): Page {
    const found = runOf(run).pages.get(page);
    if (!found) throw new Error("there is no such page");
    return found;
  }

  /** Works on entry after entry until all are done or the time is over; returns where it stopped. */
  function inPart<Entry>(entries: readonly Entry[], from: number, work: (entry: Entry) => void): number {
    const end = now() + PART_MS;
    let place = from;
    while (place < entries.length) {
      for (const stop = Math.min(place + STRIDE, entries.length); place < stop; place += 1)
        work(entries[place] as Entry);
      if (now() > end) break;
    }
    return place;
  }

  function judgeOne(run: Run, request: CachedRequest): void {
    const rules = unpackRules(request.rules, (reference) => run.resolution.get(reference));
    const both = run.edit.lay(rules, request.projectId);
    if (both === null) return;
    const states = previewStates(rules, both, settings);
    const { from, to } = states;
    if (from === "Error" || to === "Error") {
      const failed = findFailedLookup(request.named, both, run.resolution);
      if (failed !== null) run.undecided ??= { id: request.id, ...failed };
    }
    if (from !== to) run.flips.push({ request, from, to });
  }

  function explain(
    { edit, resolution }: Run,
    { request, from, to }: FoundFlip,
    texts: ReadonlyMap<string, Uint8Array>,
  ): PreviewedFlip {
    const text = typeof request.text === "string" ? texts.get(request.text) : request.text;
    if (text === undefined) throw new Error("the rules of a flip are not stored");
    const rules = unpackRulesTexts([text])
      .flat()
      .map((rule) => compileRule(rule, resolution));
    const both = edit.lay(rules, request.projectId);
    const explained = both && explainStates(rules, both, settings);
    if (explained?.from !== from || explained.to !== to)
      throw new Error("a flip is explained as another than it was found");
    const { changeRequestUuid, id, revision } = request;
    return { changeRequestUuid, id, revision, ...explained };
  }

  const answers: {
    [Kind in PreviewQuestion]: (asked: PreviewQuestions[Kind]["asked"]) => PreviewQuestions[Kind]["answer"];
  } = {
    begin({ run, setHash, answers, id, after }) {
      const resolution = contents.resolutionOf(answers);
      const set = contents.setOf(setHash, resolution);
      const edited = after?.enforced ? compileBoundary(after, resolution) : null;
      runs.set(run, {
        edit: prepareEdit(set, id, edited),
        resolution,
        asked: new Set(resolution.keys()),
        pages: new Map(),
        seen: new Set(),
        flips: [],
        undecided: null,
        totals: null,
      });
      return null;
    },
    list({ run, page, revisions }) {
      const { pages, seen } = runOf(run);
      const found: CachedRequest[] = [];
      const lacking: number[] = [];
      revisions.forEach(({ changeRequestUuid, revision }, place) => {
        const held = requests.find(changeRequestUuid, revision);
        if (held === undefined) lacking.push(place);
        else {
          found.push(held);
          seen.add(changeRequestUuid);
        }
      });
      pages.set(page, { requests: found, near: [], looked: 0, judged: 0 });
      return lacking;
    },
    hold(asked) {
      const page = pageOf(asked);
      const { seen } = runOf(asked.run);
      for (const held of holdTexts(asked.texts)) {
        requests.keep(held);
        page.requests.push(held);
        seen.add(held.changeRequestUuid);
      }
      return null;
    },
    look(asked) {
      const page = pageOf(asked);
      const run = runOf(asked.run);
      const names: NamedReference[] = [];
      page.looked = inPart(page.requests, page.looked, (request) => {
        const { named } = request;
        // Where nothing is named, judging looks at once.
        if (named.length > 0 && !run.edit.touches(unpackRules(request.rules, unknownYet), request.projectId)) return;
        page.near.push(request);
        for (const one of named) {
          if (run.asked.has(one.reference)) continue;
          run.asked.add(one.reference);
          names.push(one);
        }
      });
      return { names, isDone: page.looked === page.requests.length };
    },
    judge(asked) {
      const page = pageOf(asked);
      const run = runOf(asked.run);
      for (const [reference, resolved] of contents.resolutionOf(asked.answers)) {
        run.resolution.set(reference, resolved);
        // Somebody else may have asked for it.
        run.asked.add(reference);
      }
      page.judged = inPart(page.near, page.judged, (request) => judgeOne(run, request));
      const isDone = page.judged === page.near.length;
      if (isDone) run.pages.delete(asked.page);
      return { isDone };
    },
    finish({ run: id }) {
      const run = runOf(id);
      requests.keepOnly(run.seen);
      run.flips.sort((a, b) => orderIds(a.request.id, b.request.id));
      const flipped = run.flips.length;
      run.totals = { flipped, unchanged: run.seen.size - flipped, undecided: run.undecided };
      run.seen.clear();
      const finished = [...runs].filter(([, { totals }]) => totals !== null);
      for (const [old] of finished.slice(0, -RUNS_KEPT)) runs.delete(old);
      return run.totals;
    },
    wanting({ run: id, afterId, limit }) {
      const run = runs.get(id);
      if (!run?.totals) return null;
      const from = placeAfter(run.flips, afterId);
      return run.flips
        .slice(from, from + limit)
        .flatMap(({ request: { text } }) => (typeof text === "string" ? text : []));
    },
    flips({ run: id, afterId, limit, texts }) {
      const run = runs.get(id);
      if (!run?.totals) return null;
      const { flips, totals } = run;
      const from = placeAfter(flips, afterId);
      const told: PreviewedFlip[] = [];
      const end = now() + PART_MS;
      for (const flip of flips.slice(from, from + limit)) {
        told.push(explain(run, flip, texts));
        if (now() > end) break;
      }
      return { flips: told, more: from + told.length < flips.length, totals };
    },
    drop({ run }) {
      runs.delete(run);
      return null;
    },
  };

  return {
    take: contents.take,
    answer: ({ question, asked }) => answers[question](asked),
  };
}

/** Of flips by id: where those begin that come after this one. */
function placeAfter(flips: readonly FoundFlip[], afterId: string | null): number {
  const place = afterId === null ? 0 : flips.findIndex(({ request }) => orderIds(request.id, afterId) > 0);
  return place < 0 ? flips.length : place;
}

function unknownYet(): undefined {
  return undefined;
}
