import { expect, test } from "@jest/globals";
import { aBoundary, aRule, cidr, group } from "../../test/boundaries.ts";
import { aStandingHouse } from "../../test/standing-house.ts";

const web = aBoundary({ id: "web", name: "Web", sources: [group("web")] });

async function aHouse(...texts: (readonly [id: string, source: string])[]) {
  const house = aStandingHouse();
  house.groups.set("web", ["10.1.0.0/24"]);
  await house.saveBoundary(web, "web");
  for (const [id, source] of texts) {
    house.save(id, [aRule({ sources: [source.includes("/") ? cidr(source) : group(source)] })]);
    await house.work();
  }
  return house;
}
const stateOf = async (house: Awaited<ReturnType<typeof aHouse>>, id: string) => {
  const held = [...house.requests.values()].find((one) => one.id === id);
  const attempt = held?.done ?? 0;
  const record = await house.evaluations.find({ changeRequestUuid: held?.uuid ?? "", revision: 1, attempt });
  return [attempt, record?.state, record?.flip?.full ?? null];
};

test("nothing changed, nobody is asked", async () => {
  const house = await aHouse(["cr-1", "10.1.0.0/24"], ["cr-2", "web"]);
  expect(await house.compare()).toEqual({ looked: 2, requested: 0, gone: 0, more: false });
  expect(house.asked).toEqual([]);
});

test("who names the group or asks for what it gained is judged again, oldest first; nobody else, and nobody twice", async () => {
  const house = await aHouse(
    ["names", "web"],
    ["far", "172.16.0.0/24"],
    ["meets", "10.2.0.0/25"],
    ["stays", "10.1.0.0/25"],
  );
  house.groups.set("web", ["10.1.0.0/24", "10.2.0.0/24"]);
  for (let n = 0; n < 3; n += 1) await house.compare({ anew: n === 1 });
  expect(house.asked).toEqual([["names", "meets"]]);
  await house.work();
  expect(await house.compare()).toMatchObject({ requested: 0 });
  expect(await stateOf(house, "meets")).toEqual([2, "Pass", 'It was Review until group "web" gained 10.2.0.0/25.']);
  expect(await stateOf(house, "far")).toEqual([1, "Review", null]);
  expect(await stateOf(house, "stays")).toEqual([1, "Pass", null]);
});

test("another weight of a boundary judges again whom the boundary touches, and nobody else", async () => {
  const house = await aHouse();
  const weighing = (score: number) => aBoundary({ id: "w", action: "Score", score, sources: [cidr("10.1.0.0/24")] });
  await house.saveBoundary(weighing(3), "w");
  for (const [id, source] of [
    ["meets", "10.1.0.0/25"],
    ["far", "172.16.0.0/24"],
  ] as const)
    house.save(id, [aRule({ sources: [cidr(source)] })]);
  await house.work();
  const scoreOf = async (attempt: number) => {
    const held = [...house.requests.values()].find(({ id }) => id === "meets");
    const record = await house.evaluations.find({ changeRequestUuid: held?.uuid ?? "", revision: 1, attempt });
    return record?.score;
  };
  expect([await scoreOf(1), await house.compare()]).toMatchObject([3, { requested: 0 }]);
  await house.saveBoundary(weighing(7), "w");
  await house.compare();
  expect(house.asked).toEqual([["meets"]]);
  await house.work();
  expect(await scoreOf(2)).toBe(7);
});

test("while the inventory does not answer everything stands, and what changed meanwhile is found afterwards", async () => {
  const house = await aHouse(["names", "web"], ["meets", "10.1.0.0/24"]);
  house.groups.set("web", "failed");
  expect(await house.compare()).toMatchObject({ requested: 0 });
  // A boundary is found to be edited all the same.
  await house.saveBoundary(aBoundary({ id: "other", sources: [cidr("10.1.0.0/16")], action: "Fail" }), "other");
  expect(await house.compare()).toMatchObject({ requested: 2 });
  house.groups.set("web", []);
  expect(await house.compare()).toMatchObject({ requested: 2 });
});

test("who is deleted is forgotten when it would be asked for", async () => {
  const house = await aHouse(["goes", "10.1.0.0/24"], ["stays", "10.1.0.0/24"]);
  house.remove("goes");
  await house.saveBoundary(null, "web");
  expect(await house.compare()).toMatchObject({ looked: 2, requested: 1, gone: 1 });
  expect(await house.compare()).toMatchObject({ looked: 1, requested: 0, gone: 0 });
});

test("a comparison whose time is over goes on where it stopped, in another process too", async () => {
  const texts = Array.from({ length: 120 }, (_, n) => [`cr-${n}`, "10.1.0.0/25"] as const);
  const house = await aHouse(...texts);
  house.groups.set("web", ["10.1.0.0/26"]);
  const isOver = () => true;
  expect(await house.compare({ isOver })).toMatchObject({ requested: 50, more: true });
  expect(await house.compare({ isOver, anew: true })).toMatchObject({ requested: 50, more: true });
  expect(await house.compare({ isOver, anew: true })).toMatchObject({ requested: 20 });
  expect(house.asked.flat()).toEqual(texts.map(([id]) => id));
});

test("judged again, a revision counts no use twice", async () => {
  const house = await aHouse(["names", "web"], ["meets", "10.1.0.0/24"]);
  house.groups.set("web", ["10.1.0.0/24", "10.2.0.0/24"]);
  await house.compare();
  await house.work();
  expect((await house.ledger.usage([web.uuid])).get(web.uuid)?.useCount).toBe(2);
});
