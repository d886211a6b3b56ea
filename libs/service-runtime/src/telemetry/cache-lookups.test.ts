import { expect, test } from "@jest/globals";
import { countLookups } from "./cache-lookups.ts";
import { registry } from "./metrics.ts";

test("hits and misses of a cache are counted, and reported before the first of them", async () => {
  const count = countLookups("letters");
  const read = async () =>
    (await registry.metrics()).split("\n").filter((line) => line.startsWith('cache_lookups_total{cache="letters"'));
  expect(await read()).toEqual([
    'cache_lookups_total{cache="letters",outcome="hit"} 0',
    'cache_lookups_total{cache="letters",outcome="miss"} 0',
  ]);
  for (const isHit of [true, false, true]) count(isHit);
  expect(await read()).toEqual([
    'cache_lookups_total{cache="letters",outcome="hit"} 2',
    'cache_lookups_total{cache="letters",outcome="miss"} 1',
  ]);
});
