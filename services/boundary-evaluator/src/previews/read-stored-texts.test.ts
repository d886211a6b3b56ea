import { expect, test } from "@jest/globals";
import { aRule, group } from "../../test/boundaries.ts";
import { holding } from "../../test/evaluations.ts";
import { aPreviewFixture, forbids, from, previewed } from "../../test/preview-fixture.ts";
import { packRules } from "../judging/compiling/pack-rules.ts";
import { bytesOfWords } from "../reevaluation/packed-rules-bytes.ts";

const rules = [...from("10.1.0.0/24"), aRule({ id: "rule-2", sources: [group("web")] })];
const input = forbids("10.1.0.0/16");

async function aFixture() {
  const fixture = aPreviewFixture();
  fixture.lookups.set("group:web", holding("10.1.0.0/25"));
  await fixture.saveBoundary();
  const kinds = async () => {
    const revisions = [...fixture.owned.values()].map(({ uuid, id, revision }) => ({
      ...{ changeRequestUuid: uuid, id },
      revision,
    }));
    const texts = await fixture.needs.run.readTexts(revisions, AbortSignal.timeout(60_000));
    if (!texts.ok) throw new Error(JSON.stringify(texts.failure));
    return Object.fromEntries(texts.value.map((text) => [text.id, "words" in text ? "ready" : "text"]));
  };
  return { ...fixture, kinds };
}

test("packed rules give the same states and messages as rules read from their text", async () => {
  const fixture = await aFixture();
  await fixture.store("judged", rules, { isReady: true });
  await fixture.store("older", rules, { isReady: false });
  await fixture.store("waits", rules, { isEvaluated: false });
  expect(await fixture.kinds()).toEqual({ judged: "ready", older: "text", waits: "text" });
  expect(fixture.asked.texts).toBe(1);
  const { flips } = await previewed(fixture, { input });
  expect(flips.map(({ id }) => id)).toEqual(["judged", "older", "waits"]);
  const messages = flips.map(({ from, to, ruleId, reason }) => ({ from, to, ruleId, reason }));
  expect(messages[0]?.reason).toMatch(/"No" forbids.*"rule-1"/);
  expect(messages).toEqual([messages[0], messages[0], messages[0]]);
});

test("packed rules of an older attempt are never used for a newer one", async () => {
  const fixture = await aFixture();
  const { uuid } = await fixture.store("moved", from("172.16.0.0/24"));
  const [latest] = await fixture.latestEvaluations.page(null, 1);
  if (!latest) throw new Error("nothing is stored");
  // A worker of an older version stores evaluations without packed rules. If such a worker stores a newer attempt, the
  // packed rules of the older attempt remain in the document.
  const stale = bytesOfWords(packRules(rules).words, latest.attempt);
  await fixture.latestEvaluations.put({ ...latest, attempt: latest.attempt + 1 }, stale);
  expect(fixture.owned.get("moved")?.uuid).toBe(uuid);
  expect(await fixture.kinds()).toEqual({ moved: "text" });
  expect(await previewed(fixture, { input })).toMatchObject({ flippedCount: 0, unchangedCount: 1 });
});
