import type { Transferred } from "../judge-threads/judge-protocol.ts";
import { createThreadCache } from "../judge-threads/thread-cache.ts";
import { type PreparedEdit, prepareEdit } from "../judging/changes/prepare-edit.ts";
import { type BothStates, explainStates, previewStates } from "../judging/changes/preview-request.ts";
import { compileBoundary } from "../judging/compiling/compile-boundary.ts";
import { compileRule } from "../judging/compiling/compile-rule.ts";
import { unpackRules } from "../judging/compiling/pack-rules.ts";
import type { ScoreSettings } from "../judging/matching/decide-state.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";
import { orderIds } from "../judging/model/order-ids.ts";
import type { Resolved } from "../judging/model/resolved.ts";
import { findFailedLookup } from "./find-failed-lookup.ts";
import { unpackRulesTexts } from "./packed-text.ts";
import type {
  PreviewCommand,
  PreviewCommandMessage,
  PreviewCommands,
  PreviewedFlip,
  PreviewTotals,
} from "./preview-protocol.ts";
import { type CachedRequest, createRequestCache, prepareRequests } from "./request-cache.ts";

/** Executes the commands of previews (preview-protocol.ts) in sequence. */
export interface PreviewExecutor {
  take(message: Transferred): void;
  execute<Kind extends PreviewCommand>(message: PreviewCommandMessage<Kind>): PreviewCommands[Kind]["result"];
}

interface FoundFlip extends BothStates {
  readonly request: CachedRequest;
}

interface Page {
  readonly requests: CachedRequest[];
  /**
   * The requests to judge. A request that names groups or items is left out if the edit cannot affect it, whatever
   * addresses these groups and items have. All other requests are included.
   */
  readonly selected: CachedRequest[];
  /** The number of requests that `select` has processed. */
  checked: number;
  judged: number;
}

interface Run {
  readonly edit: PreparedEdit;
  readonly resolution: Map<string, Resolved>;
  /**
   * The groups and items that `select` does not return again, because `select` has already returned them or their
   * lookup results are known. The caller of `select` requests the lookups of all groups and items that it returns.
   */
  readonly requested: Set<string>;
  readonly pages: Map<number, Page>;
  readonly seen: Set<string>;
  readonly flips: FoundFlip[];
  undecided: PreviewTotals["undecided"];
  totals: PreviewTotals | null;
}

/**
 * The number of finished preview runs whose flips can be read. A flip is a change request whose state the edit changes.
 * Older runs are discarded.
 */
const RUNS_KEPT = 4;
/**
 * The time in milliseconds after which a command returns, even if its work is not finished. The caller then either
 * sends the command again or aborts the run.
 */
const PART_MS = 50;
/** The number of requests processed between two checks of the clock. */
const STRIDE = 32;

/** Judges stored requests with and without an edit. Caches up to `maxBytes` of requests. */
export function createPreviewExecutor(options: {
  readonly settings: ScoreSettings;
  readonly maxBytes: number;
  readonly now?: () => number;
}): PreviewExecutor {
  const { settings, maxBytes, now = () => performance.now() } = options;
  const cache = createThreadCache();
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

  /**
   * Calls `work` for each entry from the index `from` on, until all entries are processed or `PART_MS` have passed.
   * Returns the index of the next entry.
   */
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
    const both = run.edit.comparePairs(rules, request.projectId);
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
    const both = edit.comparePairs(rules, request.projectId);
    const explained = both && explainStates(rules, both, settings);
    if (explained?.from !== from || explained.to !== to)
      throw new Error("the explanation of a flip has other states than the flip");
    const { changeRequestUuid, id, revision } = request;
    return { changeRequestUuid, id, revision, ...explained };
  }

  const commands: {
    [Kind in PreviewCommand]: (parameters: PreviewCommands[Kind]["parameters"]) => PreviewCommands[Kind]["result"];
  } = {
    begin({ run, setHash, answers, id, after }) {
      const resolution = cache.resolutionOf(answers);
      const set = cache.setOf(setHash, resolution);
      const edited = after?.enforced ? compileBoundary(after, resolution) : null;
      runs.set(run, {
        edit: prepareEdit(set, id, edited),
        resolution,
        requested: new Set(resolution.keys()),
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
      const missing: number[] = [];
      revisions.forEach(({ changeRequestUuid, revision }, place) => {
        const cached = requests.find(changeRequestUuid, revision);
        if (cached === undefined) missing.push(place);
        else {
          found.push(cached);
          seen.add(changeRequestUuid);
        }
      });
      pages.set(page, { requests: found, selected: [], checked: 0, judged: 0 });
      return missing;
    },
    load(parameters) {
      const page = pageOf(parameters);
      const { seen } = runOf(parameters.run);
      for (const request of prepareRequests(parameters.texts)) {
        requests.keep(request);
        page.requests.push(request);
        seen.add(request.changeRequestUuid);
      }
      return null;
    },
    select(parameters) {
      const page = pageOf(parameters);
      const run = runOf(parameters.run);
      const names: NamedReference[] = [];
      page.checked = inPart(page.requests, page.checked, (request) => {
        const { named } = request;
        // This check saves lookups. A request that names no group or item needs no lookup, so it is selected without
        // the check.
        if (named.length > 0 && !run.edit.touches(unpackRules(request.rules, notLookedUp), request.projectId)) return;
        page.selected.push(request);
        for (const name of named) {
          if (run.requested.has(name.reference)) continue;
          run.requested.add(name.reference);
          names.push(name);
        }
      });
      return { names, isDone: page.checked === page.requests.length };
    },
    judge(parameters) {
      const page = pageOf(parameters);
      const run = runOf(parameters.run);
      for (const [reference, resolved] of cache.resolutionOf(parameters.answers)) {
        run.resolution.set(reference, resolved);
        // Another shard may have requested the reference.
        run.requested.add(reference);
      }
      page.judged = inPart(page.selected, page.judged, (request) => judgeOne(run, request));
      const isDone = page.judged === page.selected.length;
      if (isDone) run.pages.delete(parameters.page);
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
    missingTexts({ run: id, afterId, limit }) {
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
      const explained: PreviewedFlip[] = [];
      const end = now() + PART_MS;
      for (const flip of flips.slice(from, from + limit)) {
        explained.push(explain(run, flip, texts));
        if (now() > end) break;
      }
      return { flips: explained, more: from + explained.length < flips.length, totals };
    },
    drop({ run }) {
      runs.delete(run);
      return null;
    },
  };

  return {
    take: cache.take,
    execute: ({ command, parameters }) => commands[command](parameters),
  };
}

/** Returns the index of the first flip of a request whose id follows `afterId`. */
function placeAfter(flips: readonly FoundFlip[], afterId: string | null): number {
  const place = afterId === null ? 0 : flips.findIndex(({ request }) => orderIds(request.id, afterId) > 0);
  return place < 0 ? flips.length : place;
}

function notLookedUp(): undefined {
  return undefined;
}
