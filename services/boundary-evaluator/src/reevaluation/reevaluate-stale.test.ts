import { expect, test } from "@jest/globals";
import { aBoundary, aRule, cidr, group } from "../../test/boundaries.ts";
import { aReevaluationFixture } from "../../test/reevaluation-fixture.ts";

const web = aBoundary({ id: "web", name: "Web", sources: [group("web")] });

async function aFixture(...texts: (readonly [id: string, source: string])[]) {
  const fixture = aReevaluationFixture();
  fixture.groups.set("web", ["10.1.0.0/24"]);
  await fixture.saveBoundary(web, "web");
  for (const [id, source] of texts) {
    fixture.save(id, [aRule({ sources: [source.includes("/") ? cidr(source) : group(source)] })]);
    await fixture.work();
  }
  return fixture;
}
const stateOf = async (fixture: Awaited<ReturnType<typeof aFixture>>, id: string) => {
  const request = [...fixture.requests.values()].find((one) => one.id === id);
  const attempt = request?.done ?? 0;
  const record = await fixture.evaluations.find({ changeRequestUuid: request?.uuid ?? "", revision: 1, attempt });
  return [attempt, record?.state, record?.flip?.full ?? null];
};

test("without a change nothing is requested", async () => {
  const fixture = await aFixture(["cr-1", "10.1.0.0/24"], ["cr-2", "web"]);
  expect(await fixture.scan()).toEqual({ compared: 2, requested: 0, gone: 0, more: false });
  expect(fixture.asked).toEqual([]);
});

test("requests that name the group or ask for what it gained are re-evaluated once, oldest first, and no others", async () => {
  const fixture = await aFixture(
    ["names", "web"],
    ["far", "172.16.0.0/24"],
    ["meets", "10.2.0.0/25"],
    ["stays", "10.1.0.0/25"],
  );
  fixture.groups.set("web", ["10.1.0.0/24", "10.2.0.0/24"]);
  for (let n = 0; n < 3; n += 1) await fixture.scan({ anew: n === 1 });
  expect(fixture.asked).toEqual([["names", "meets"]]);
  await fixture.work();
  expect(await fixture.scan()).toMatchObject({ requested: 0 });
  expect(await stateOf(fixture, "meets")).toEqual([2, "Pass", 'It was Review until group "web" gained 10.2.0.0/25.']);
  expect(await stateOf(fixture, "far")).toEqual([1, "Review", null]);
  expect(await stateOf(fixture, "stays")).toEqual([1, "Pass", null]);
});

test("another score of a boundary re-evaluates the requests that the boundary touches, and no others", async () => {
  const fixture = await aFixture();
  const weighing = (score: number) => aBoundary({ id: "w", action: "Score", score, sources: [cidr("10.1.0.0/24")] });
  await fixture.saveBoundary(weighing(3), "w");
  for (const [id, source] of [
    ["meets", "10.1.0.0/25"],
    ["far", "172.16.0.0/24"],
  ] as const)
    fixture.save(id, [aRule({ sources: [cidr(source)] })]);
  await fixture.work();
  const scoreOf = async (attempt: number) => {
    const request = [...fixture.requests.values()].find(({ id }) => id === "meets");
    const record = await fixture.evaluations.find({ changeRequestUuid: request?.uuid ?? "", revision: 1, attempt });
    return record?.score;
  };
  expect([await scoreOf(1), await fixture.scan()]).toMatchObject([3, { requested: 0 }]);
  await fixture.saveBoundary(weighing(7), "w");
  await fixture.scan();
  expect(fixture.asked).toEqual([["meets"]]);
  await fixture.work();
  expect(await scoreOf(2)).toBe(7);
});

test("while the inventory does not answer every verdict holds, and changes in between are found afterwards", async () => {
  const fixture = await aFixture(["names", "web"], ["meets", "10.1.0.0/24"]);
  fixture.groups.set("web", "failed");
  expect(await fixture.scan()).toMatchObject({ requested: 0 });
  // Despite the failed lookup, the scan finds the requests that an edit of a boundary affects.
  await fixture.saveBoundary(aBoundary({ id: "other", sources: [cidr("10.1.0.0/16")], action: "Fail" }), "other");
  expect(await fixture.scan()).toMatchObject({ requested: 2 });
  fixture.groups.set("web", []);
  expect(await fixture.scan()).toMatchObject({ requested: 2 });
});

test("a deleted request is removed when its re-evaluation is requested", async () => {
  const fixture = await aFixture(["goes", "10.1.0.0/24"], ["stays", "10.1.0.0/24"]);
  fixture.remove("goes");
  await fixture.saveBoundary(null, "web");
  expect(await fixture.scan()).toMatchObject({ compared: 2, requested: 1, gone: 1 });
  expect(await fixture.scan()).toMatchObject({ compared: 1, requested: 0, gone: 0 });
});

test("a scan whose time is over is continued by the next one, also in another process", async () => {
  const texts = Array.from({ length: 120 }, (_, n) => [`cr-${n}`, "10.1.0.0/25"] as const);
  const fixture = await aFixture(...texts);
  fixture.groups.set("web", ["10.1.0.0/26"]);
  const isOver = () => true;
  expect(await fixture.scan({ isOver })).toMatchObject({ requested: 50, more: true });
  expect(await fixture.scan({ isOver, anew: true })).toMatchObject({ requested: 50, more: true });
  expect(await fixture.scan({ isOver, anew: true })).toMatchObject({ requested: 20 });
  expect(fixture.asked.flat()).toEqual(texts.map(([id]) => id));
});

test("a re-evaluation counts no use twice", async () => {
  const fixture = await aFixture(["names", "web"], ["meets", "10.1.0.0/24"]);
  fixture.groups.set("web", ["10.1.0.0/24", "10.2.0.0/24"]);
  await fixture.scan();
  await fixture.work();
  expect((await fixture.ledger.usage([web.uuid])).get(web.uuid)?.useCount).toBe(2);
});
