import { expect, test } from "@jest/globals";
import { collectedGauge, registry } from "./metrics.ts";

test("a reader that fails or does not end leaves its value out, and the scrape goes on", async () => {
  const readers = collectedGauge({ name: "depth", help: "Depth", label: "lake" });
  readers.set("known", async () => 3);
  readers.set("unknown", async () => undefined);
  readers.set("failing", () => Promise.reject(new Error("no boat")));
  readers.set("hanging", () => new Promise(() => undefined));
  const began = performance.now();
  const text = await registry.getSingleMetricAsString("depth");
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(text.split("\n").filter((line) => line.startsWith("depth{"))).toEqual(['depth{lake="known"} 3']);
});
