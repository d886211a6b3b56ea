import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { ItemPage } from "./page-items.ts";
import { type SentPage, uploadPages } from "./upload-pages.ts";

type Sent = SentPage["sent"];
const pages = (count: number): ItemPage[] => Array.from({ length: count }, (_, n) => ({ count: n, json: `[${n}]` }));
const well: Sent = { ok: true, answer: { accepted: 1, unchanged: 0, rejected: [] } };
const refused: Sent = { ok: false, failure: { kind: "refused", status: 400, message: "no" } };

/** Starts uploads, which the test answers by page number. */
function start(count: number) {
  const begun: number[] = [];
  const answers = new Map<number, (sent: Sent) => void>();
  const given: [number, boolean][] = [];
  const upload = ({ count: n }: ItemPage) =>
    new Promise<Sent>((resolve) => {
      begun.push(n);
      answers.set(n, resolve);
    });
  const all = (async () => {
    for await (const { page, sent } of uploadPages(upload, pages(count))) given.push([page.count, sent.ok]);
  })();
  const answer = async (n: number, sent = well) => {
    answers.get(n)?.(sent);
    await turn();
  };
  return { begun, given, all, answer };
}

test("the first page is sent alone, then three at once", async () => {
  const { begun, answer } = start(6);
  expect(begun).toEqual([0]);
  await answer(0);
  expect(begun).toEqual([0, 1, 2, 3]);
  await answer(1);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test("results come in the order of the pages, whichever is answered first", async () => {
  const { given, answer, all } = start(4);
  await answer(0);
  for (const n of [3, 2]) await answer(n);
  expect(given).toEqual([[0, true]]);
  await answer(1);
  await all;
  expect(given.map(([n]) => n)).toEqual([0, 1, 2, 3]);
});

test("after a failure no page is begun, and those already sent are returned", async () => {
  const { begun, given, answer, all } = start(9);
  await answer(0);
  await answer(2, refused);
  await answer(1);
  await answer(3);
  await all;
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(given).toEqual([
    [0, true],
    [1, true],
    [2, false],
    [3, true],
  ]);
});

test("a first page that fails is the last", async () => {
  const { begun, given, answer, all } = start(3);
  await answer(0, refused);
  await all;
  expect([begun, given]).toEqual([[0], [[0, false]]]);
});

test("without pages nothing is sent", async () => {
  const { given, all } = start(0);
  await all;
  expect(given).toEqual([]);
});
