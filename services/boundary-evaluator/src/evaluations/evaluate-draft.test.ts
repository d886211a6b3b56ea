import { expect, test } from "@jest/globals";
import { aBoundary, aRule, cidr } from "../../test/boundaries.ts";
import { inputsFrom } from "../../test/evaluations.ts";
import { createInlineJudgeRunner } from "../judge-threads/judge-inline.ts";
import { type EvaluateDraftNeeds, evaluateDraft } from "./evaluate-draft.ts";

const judging = createInlineJudgeRunner({});
const texts = { summary: "s", owner: "o", sourcesDescription: "from", destinationsDescription: "to", comment: "" };
const wide = { ...aRule({ sources: [cidr("10.0.0.0/7")] }), ...texts };
const input = { id: "cr-1", name: "n", projectId: "shop", rules: [wide] };

async function draftWith(needs: Partial<EvaluateDraftNeeds>, signal?: AbortSignal) {
  const collectInputs: EvaluateDraftNeeds["collectInputs"] = async (request) => inputsFrom([aBoundary()], request);
  const evaluated = await evaluateDraft({ collectInputs, ...judging, withinMs: 10_000, ...needs }, input, signal);
  if (!evaluated.ok) throw new Error(JSON.stringify(evaluated.failure));
  return evaluated.draft;
}

/** Ends when it is told to. */
const endless: EvaluateDraftNeeds["suggest"] = (_request, _inputs, _forMs, signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

test("a suggested rule keeps what was written about its rule, but not the words for a side that was cut", async () => {
  const [suggested] = await (await draftWith({})).suggestedRules();
  expect(suggested?.sources).toEqual([cidr("10.0.0.0/8")]);
  expect(suggested?.texts).toEqual({ summary: "s", owner: "o", destinationsDescription: "to", comment: "" });
});

test("suggestions get a share of the time; those that are late are left out, and the verdict stands", async () => {
  let offered = 0;
  const draft = await draftWith({
    withinMs: 5_000,
    suggest: (request, inputs, forMs, signal) => {
      offered = forMs;
      return endless(request, inputs, forMs, signal);
    },
  });
  expect(await draft.suggestedRules()).toEqual([]);
  expect(offered).toBeGreaterThan(100);
  expect(offered).toBeLessThanOrEqual(1_000);
  expect(draft.judgement.state).toBe("Review");
});

test("when judging took nearly all the time, nothing is looked for", async () => {
  const judge: EvaluateDraftNeeds["judge"] = async (...work) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return judging.judge(...work);
  };
  const suggest = () => Promise.reject(new Error("must not be asked"));
  const draft = await draftWith({ judge, suggest, withinMs: 50 });
  expect(await draft.suggestedRules()).toEqual([]);
});

test("a fault, and a caller who leaves, are not taken for lateness", async () => {
  const broken = await draftWith({ suggest: () => Promise.reject(new Error("broken")) });
  await expect(broken.suggestedRules()).rejects.toThrow("broken");
  const leaving = new AbortController();
  const left = (await draftWith({ suggest: endless }, leaving.signal)).suggestedRules();
  leaving.abort(new Error("the caller left"));
  await expect(left).rejects.toThrow("the caller left");
});
