import type { BenchRow } from "@network-access/testkit/bench-row";
import type { BenchSettings } from "./bench-settings.ts";

/** Every benchmark by name, loaded when it runs. */
export const benches = {
  // The evaluator computes with `traffic-sets`, so the results of both benchmarks are in one table.
  evaluate: async () => [
    ...(await (await import("@network-access/boundary-evaluator/evaluate.bench")).evaluateBench()),
    ...(await (await import("@network-access/traffic-sets/normalise.bench")).normaliseBench()),
  ],
  dryrun: async () => (await import("@network-access/boundary-evaluator/preview.bench")).previewBench(),
  preview: async (settings: BenchSettings) => (await import("./reevaluation/preview.bench.ts")).previewBench(settings),
  save: async (settings: BenchSettings) => (await import("./saves/save.bench.ts")).saveBench(settings),
  inventory: async (settings: BenchSettings) =>
    (await import("./inventory/inventory.bench.ts")).inventoryBench(settings),
  resolution: async (settings: BenchSettings) =>
    (await import("./reevaluation/resolution.bench.ts")).resolutionBench(settings),
  feeds: async () => (await import("./inventory/feeds.bench.ts")).feedsBench(),
  reevaluation: async (settings: BenchSettings) =>
    (await import("./reevaluation/reevaluation.bench.ts")).reevaluationBench(settings),
  "fuzz-query": async () => (await import("./inventory/fuzz-query.bench.ts")).fuzzQueries(),
  "fuzz-upload": async () => (await import("@network-access/inventory/fuzz-upload.bench")).fuzzUploadBench(),
  siql: async (settings: BenchSettings) => (await import("./estate/siql.bench.ts")).siqlBench(settings),
  import: async (settings: BenchSettings) => (await import("./estate/import.bench.ts")).importBench(settings),
  tools: async (settings: BenchSettings) => (await import("./tools/tools.bench.ts")).toolsBench(settings),
  upgrade: async () => (await import("./upgrade/upgrade.bench.ts")).upgradeBench(),
  gateway: async () => (await import("@network-access/gateway/gateway.bench")).gatewayBench(),
} satisfies Record<string, (settings: BenchSettings) => Promise<BenchRow[]>>;

export type BenchName = keyof typeof benches;
