import { gunzipSync } from "node:zlib";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { productsOverlap } from "@network-access/traffic-sets/traffic-product";
import { type CompiledBoundary, compileBoundary } from "../src/judging/compiling/compile-boundary.ts";
import { type PackedRules, packRules, unpackRules } from "../src/judging/compiling/pack-rules.ts";
import { buildBoundarySet } from "../src/judging/indexing/boundary-set.ts";
import { judge } from "../src/judging/judge.ts";
import type { BoundaryDefinition } from "../src/judging/model/boundary-definition.ts";
import { type PackedText, packRulesText } from "../src/previews/packed-text.ts";
import { createPreviewExecutor } from "../src/previews/preview-executor.ts";
import type { PreviewCommand, PreviewCommandMessage, PreviewCommands } from "../src/previews/preview-protocol.ts";
import { boundaryOf, PROJECT, rulesOf } from "./stored-estate.ts";

const REQUESTS = 100_000;
const BOUNDARIES = 1_000;
const PAGE = 5_000;
const BAR_MS = 5_000;
/**
 * The naive method judges each request twice from its text. It is measured with only this many requests, and its time
 * for all requests is extrapolated.
 */
const SAMPLE = 2_000;

/**
 * Measures the work of a preview thread for one edit of a boundary. The benchmark does this work in its main thread.
 * There are 100,000 stored requests with five rules each, and 1,000 boundaries.
 */
export async function previewBench(): Promise<BenchRow[]> {
  const texts = Array.from(
    { length: REQUESTS },
    (_, n): PackedText => ({
      changeRequestUuid: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      id: `stored-${String(n).padStart(6, "0")}`,
      projectId: PROJECT,
      revision: 1,
      packed: packRulesText(rulesOf(n)),
      rulesHash: null,
    }),
  );
  const boundaries = Array.from({ length: BOUNDARIES }, (_, n) => boundaryOf(n));
  const edited = boundaries[7] as BoundaryDefinition;
  const preview = previewerOver(boundaries, texts);

  const first = preview.run({ ...edited, revision: 2, action: "Fail" });
  const readMs = timed(() => {
    for (const { packed } of texts) JSON.parse(gunzipSync(packed).toString());
  });
  const packed = texts.map(({ packed: text }) => packRules(JSON.parse(gunzipSync(text).toString())));
  const few = { ...edited, revision: 2, action: "Fail" as const };
  const wide = {
    ...edited,
    revision: 2,
    sources: [{ type: "Any" as const, negate: null }],
    destinations: [{ type: "Any" as const, negate: null }],
    services: [{ type: "AllTraffic" as const }],
  };
  return [
    {
      name: "100,000 stored requests x 5 rules, none of them read yet",
      floorMs: readMs,
      oursMs: first.ms,
      aim: null,
      note: "what a process does at its first preview, without the reading from the store; floor: the same texts unzipped and parsed",
    },
    row("an edit that touches few", few),
    row("an edit that touches every rule", { ...wide, action: "Fail" }),
    row("an edit that grants everything", { ...wide, action: "Pass" }),
  ];

  function row(name: string, after: BoundaryDefinition): BenchRow {
    const ran = best(3, () => preview.run(after));
    const both = [edited, after].map((definition) => compileBoundary(definition, new Map()));
    const floorMs = best(3, () => ({ ms: timed(() => plainLoop(packed, both)) })).ms;
    const naiveMs = naiveJudging(boundaries, after, texts);
    return {
      name: `100,000 stored requests x 5 rules, ${name}`,
      floorMs,
      oursMs: ran.ms,
      aim: null,
      barMs: BAR_MS,
      note: [
        `${ran.flipped.toLocaleString("en")} flip; with the messages of the first 50`,
        "floor: the same packed rules, each compared with the old and the new traffic in a plain loop",
        `judging all of them twice from their text, from ${SAMPLE.toLocaleString("en")} of them: ${(naiveMs / 1_000).toFixed(0)} s`,
      ].join("; "),
    };
  }
}

/**
 * Creates a preview executor for the boundaries. `run` previews the edited boundary `after`. It does all the work of a
 * preview thread for this edit, except for the reads from the database.
 */
function previewerOver(boundaries: readonly BoundaryDefinition[], texts: readonly PackedText[]) {
  const previewing = createPreviewExecutor({ settings: {}, maxBytes: 1e9 });
  const ask = <Kind extends PreviewCommand>(question: Kind, asked: PreviewCommands[Kind]["parameters"]) =>
    previewing.execute({ kind: "command", command: question, parameters: asked } as PreviewCommandMessage<Kind>);
  const keyed = boundaries.map((boundary) => [boundary.id, boundary] as const);
  previewing.take({ kind: "cache-boundaries", boundaries: keyed });
  previewing.take({ kind: "cache-set", hash: "all", boundaryKeys: keyed.map(([key]) => key), references: [] });
  let runs = 0;
  return {
    run(after: BoundaryDefinition): { readonly ms: number; readonly flipped: number } {
      const run = `run-${runs++}`;
      let flipped = 0;
      const ms = timed(() => {
        ask("begin", { run, setHash: "all", answers: [], id: after.id, after });
        for (let page = 0; page * PAGE < texts.length; page += 1) {
          const some = texts.slice(page * PAGE, (page + 1) * PAGE);
          const lacking = ask("list", { run, page, revisions: some });
          for (let start = 0; start < lacking.length; start += 100)
            ask("load", {
              run,
              page,
              texts: lacking.slice(start, start + 100).map((place) => some[place] as PackedText),
            });
          while (!ask("select", { run, page }).isDone);
          while (!ask("judge", { run, page, answers: [] }).isDone);
        }
        ({ flipped } = ask("finish", { run }));
        let shown = 0;
        for (let afterId: string | null = null; shown < Math.min(50, flipped); ) {
          const part: PreviewCommands["flips"]["result"] = ask("flips", {
            ...{ run, afterId, limit: 50 - shown },
            texts: new Map(),
          });
          shown += part?.flips.length ?? 50;
          afterId = part?.flips.at(-1)?.id ?? null;
        }
      });
      return { ms, flipped };
    },
  };
}

/**
 * Does only the work that every preview needs: decodes each rule, and compares it with the old and the new version of
 * the boundary. Returns the number of comparisons that found an overlap.
 */
function plainLoop(packed: readonly PackedRules[], both: readonly CompiledBoundary[]): number {
  let touched = 0;
  for (const rules of packed)
    for (const { traffic } of unpackRules(rules, () => undefined))
      for (const { reach } of both) if (productsOverlap(traffic, reach)) touched += 1;
  return touched;
}

function naiveJudging(
  boundaries: readonly BoundaryDefinition[],
  after: BoundaryDefinition,
  texts: readonly PackedText[],
): number {
  const sets = [boundaries, boundaries.map((one) => (one.id === after.id ? after : one))].map((all) =>
    buildBoundarySet(all, new Map()),
  );
  const step = texts.length / SAMPLE;
  const ms = timed(() => {
    for (let n = 0; n < texts.length; n += step) {
      const rules: readonly Rule[] = JSON.parse(gunzipSync((texts[n] as PackedText).packed).toString());
      for (const set of sets) judge({ rules, projectId: PROJECT }, set, new Map(), {});
    }
  });
  return ms * step;
}

function best<Result extends { readonly ms: number }>(passes: number, work: () => Result): Result {
  return Array.from({ length: passes }, work).reduce((one, other) => (other.ms < one.ms ? other : one));
}

function timed(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}
