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
    const told = await fixture.needs.run.readTexts(revisions, AbortSignal.timeout(5_000));
    if (!told.ok) throw new Error(JSON.stringify(told.failure));
    return Object.fromEntries(told.value.map((text) => [text.id, "words" in text ? "ready" : "text"]));
  };
  return { ...fixture, kinds };
}

test("rules that were kept ready with their judging say the same, in the same words, as those read from their text", async () => {
  const fixture = await aFixture();
  await fixture.store("judged", rules, { isReady: true });
  await fixture.store("older", rules, { isReady: false });
  await fixture.store("waits", rules, { isJudged: false });
  expect(await fixture.kinds()).toEqual({ judged: "ready", older: "text", waits: "text" });
  expect(fixture.asked.texts).toBe(1);
  const { flips } = await previewed(fixture, { input });
  expect(flips.map(({ id }) => id)).toEqual(["judged", "older", "waits"]);
  const said = flips.map(({ from, to, ruleId, reason }) => ({ from, to, ruleId, reason }));
  expect(said[0]?.reason).toMatch(/"rule-1".*"No" forbids/);
  expect(said).toEqual([said[0], said[0], said[0]]);
});

test("rules of an older attempt beside a newer judging are never taken for those of the newer one", async () => {
  const fixture = await aFixture();
  const { uuid } = await fixture.store("moved", from("172.16.0.0/24"));
  const [judging] = await fixture.latestEvaluations.page(null, 1);
  if (!judging) throw new Error("nothing stands");
  // As a worker leaves them that does not know of kept rules and puts the judging alone.
  const stale = bytesOfWords(packRules(rules).words, judging.attempt);
  await fixture.latestEvaluations.put({ ...judging, attempt: judging.attempt + 1 }, stale);
  expect(fixture.owned.get("moved")?.uuid).toBe(uuid);
  expect(await fixture.kinds()).toEqual({ moved: "text" });
  expect(await previewed(fixture, { input })).toMatchObject({ flippedCount: 0, unchangedCount: 1 });
});
