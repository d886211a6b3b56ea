import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readDemonstration } from "@network-access/local-stack/demonstration";
import { loadDemonstration } from "@network-access/local-stack/load-demonstration";
import { showProgress } from "@network-access/local-stack/progress";
import { type ChangeRequest, changeRequests } from "./clients/change-requests.ts";
import { startTestStack, type TestStack } from "./stack.ts";

const estate = readDemonstration();
const folder = mkdtempSync(path.join(tmpdir(), "demonstration-"));
const stateFile = path.join(folder, "state.json");
const printed: string[] = [];
let stack: TestStack;
const load = async () =>
  loadDemonstration({
    graphUrl: stack.process("gateway").url,
    baseUrl: stack.baseUrl,
    token: await stack.token(),
    stateFile,
    progress: showProgress({ write: (text) => printed.push(text) }),
  });

beforeAll(async () => {
  stack = await startTestStack({ only: "requests", settings: { SCORE_REVIEW_AT: "50", SCORE_FAIL_AT: "100" } });
  await load();
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true });
});

test("the estate has the size that the guide states", () => {
  const { items, groups, boundaries, changeRequests: requests } = estate;
  expect([items.length, groups.length, boundaries.length, requests.length]).toEqual([2_000, 12, 40, 15]);
});

describe.each(estate.changeRequests)("$input.id", ({ input, expected, because }) => {
  let judged: ChangeRequest;
  beforeAll(async () => {
    judged = await changeRequests(stack.graph()).judged(input.id);
  });

  test(`is ${expected.state}: ${because}`, () => {
    expect({ state: judged.state, reason: judged.stateReason }).toMatchObject({ state: expected.state });
    if (expected.score !== undefined) expect(judged.score).toBe(expected.score);
  });

  test("has the expected findings", () => {
    expect(judged.findings?.map(({ code }) => code)).toEqual(expect.arrayContaining(expected.findings ?? []));
  });
});

test("loading it again finds it loaded, keeps the connector and changes no request", async () => {
  const before = JSON.parse(readFileSync(stateFile, "utf8"));
  printed.length = 0;
  const again = await load();
  expect(printed.join("")).toContain("already loaded");
  expect(again.connector).toEqual(before.connector);
  expect(again.shown).toMatchObject({ state: "Fail", score: 40 });
  expect((await changeRequests(stack.graph()).read("demo-01-payments-web"))?.revision).toBe(1);
});

test("without its state file a new secret replaces the lost one, and the items are not duplicated", async () => {
  const before = JSON.parse(readFileSync(stateFile, "utf8"));
  rmSync(stateFile);
  const again = await load();
  expect(again.connector.id).toBe(before.connector.id);
  expect(again.connector.secret).not.toBe(before.connector.secret);
  expect((await changeRequests(stack.graph()).judged("demo-01-payments-web")).state).toBe("Pass");
});
