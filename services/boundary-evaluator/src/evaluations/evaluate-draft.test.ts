import { expect, test } from "@jest/globals";
import { aBoundary, aRule, cidr } from "../../test/boundaries.ts";
import { inputsFrom } from "../../test/evaluations.ts";
import { createInlineJudgeRunner } from "../judge-threads/judge-inline.ts";
import { type EvaluateDraftNeeds, evaluateDraft } from "./evaluate-draft.ts";

const runner = createInlineJudgeRunner({});
const texts = { summary: "s", owner: "o", sourcesDescription: "from", destinationsDescription: "to", comment: "" };
const wide = { ...aRule({ sources: [cidr("10.0.0.0/7")] }), ...texts };
const input = { id: "cr-1", name: "n", projectId: "shop", rules: [wide] };

async function draftWith(needs: Partial<EvaluateDraftNeeds>, signal?: AbortSignal) {
  const collectInputs: EvaluateDraftNeeds["collectInputs"] = async (request) => inputsFrom([aBoundary()], request);
  const evaluated = await evaluateDraft({ collectInputs, ...runner, withinMs: 10_000, ...needs }, input, signal);
  if (!evaluated.ok) throw new Error(JSON.stringify(evaluated.failure));
  return evaluated.draft;
}

/** A search for suggestions that ends only when it is aborted. */
const endless: EvaluateDraftNeeds["suggest"] = (_request, _inputs, _forMs, signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

test("a suggested rule keeps the texts of its rule, except the description of a side that was cut", async () => {
  const [suggested] = await (await draftWith({})).suggestedRules();
  expect(suggested?.sources).toEqual([cidr("10.0.0.0/8")]);
  expect(suggested?.texts).toEqual({ summary: "s", owner: "o", destinationsDescription: "to", comment: "" });
});

test("suggestions get a share of the time; late ones are left out, and the verdict stays", async () => {
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

test("no suggestions are searched for when the evaluation took nearly all the time", async () => {
  const judge: EvaluateDraftNeeds["judge"] = async (...work) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return runner.judge(...work);
  };
  const suggest = () => Promise.reject(new Error("must not be called"));
  const draft = await draftWith({ judge, suggest, withinMs: 50 });
  expect(await draft.suggestedRules()).toEqual([]);
});

test("an error, and a caller who aborts, are not treated as a timeout", async () => {
  const broken = await draftWith({ suggest: () => Promise.reject(new Error("broken")) });
  await expect(broken.suggestedRules()).rejects.toThrow("broken");
  const leaving = new AbortController();
  const left = (await draftWith({ suggest: endless }, leaving.signal)).suggestedRules();
  leaving.abort(new Error("the caller left"));
  await expect(left).rejects.toThrow("the caller left");
});
