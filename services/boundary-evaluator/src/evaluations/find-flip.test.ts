import { expect, test } from "@jest/globals";
import { aBoundary, aRule, cidr, group } from "../../test/boundaries.ts";
import { aReevaluationFixture } from "../../test/reevaluation-fixture.ts";
import type { Boundary } from "../boundaries/boundary.ts";

/**
 * Evaluates a request. Then applies the changes in order and re-evaluates the request after each change. Returns the
 * message in which the last evaluation says what changed the state.
 */
async function flipOf(
  before: { readonly boundaries: readonly Boundary[]; readonly groups?: Record<string, readonly string[]> },
  sources: Parameters<typeof aRule>[0],
  ...changes: ((fixture: ReturnType<typeof aReevaluationFixture>) => unknown)[]
) {
  const fixture = aReevaluationFixture();
  for (const [id, cidrs] of Object.entries(before.groups ?? {})) fixture.groups.set(id, cidrs);
  for (const boundary of before.boundaries) await fixture.saveBoundary(boundary, boundary.id);
  fixture.save("cr-1", [aRule(sources)]);
  await fixture.work();
  for (const change of changes) {
    await change(fixture);
    await fixture.scan();
    await fixture.work();
  }
  const [request] = fixture.requests.values();
  const id = { changeRequestUuid: request?.uuid ?? "", revision: 1, attempt: request?.done ?? 0 };
  return (await fixture.evaluations.find(id))?.flip;
}
const set =
  (id: string, ...cidrs: string[]) =>
  (fixture: ReturnType<typeof aReevaluationFixture>) =>
    fixture.groups.set(id, cidrs);
const save = (boundary: Boundary) => (fixture: ReturnType<typeof aReevaluationFixture>) =>
  fixture.saveBoundary(boundary, boundary.id);
const pay = aBoundary({ id: "b", name: "Payments", sources: [group("payments")] });
const ten = aBoundary({ id: "b", name: "Ten", sources: [cidr("10.0.0.0/8")] });

test("of a group of a boundary the addresses gained and lost that the rule asks for are named; callers who may not see boundaries get its name alone", async () => {
  const groups = { payments: ["10.1.2.0/24", "10.9.0.0/24"] };
  const flip = await flipOf(
    { boundaries: [pay], groups },
    { sources: [cidr("10.1.2.0/24")] },
    set("payments", "10.1.2.0/25", "10.8.0.0/24"),
  );
  expect(flip).toEqual({
    full: 'It was Pass until group "payments" lost 10.1.2.128/25.',
    withoutAddresses: 'It was Pass until addresses that boundary "Payments" names changed.',
  });
});

test("a group of the request is named to every caller, its addresses to callers who may see boundaries", async () => {
  const named = { sources: [group("web")] };
  const flip = await flipOf(
    { boundaries: [ten], groups: { web: ["10.1.0.0/24"] } },
    named,
    set("web", "10.1.0.0/24", "172.16.0.1/32"),
  );
  expect(flip).toEqual({
    full: 'It was Pass until group "web" gained 172.16.0.1/32.',
    withoutAddresses: 'It was Pass until the addresses of group "web" changed.',
  });
});

test.each<[string, readonly string[] | "unknown", readonly string[] | "unknown", string]>([
  ["is created", "unknown", ["10.1.0.0/24"], 'It was Error until group "web" was created with 10.1.0.0/24.'],
  ["is created empty", "unknown", [], 'It was Error until group "web" was created without addresses.'],
  ["is deleted", ["10.1.0.0/24"], "unknown", 'It was Pass until group "web" was deleted.'],
  ["loses all", ["10.1.0.0/24"], [], 'It was Pass until group "web" lost 10.1.0.0/24 and has no address any more.'],
])("a named group that %s", async (_, before, after, expected) => {
  const flip = await flipOf(
    { boundaries: [ten], groups: before === "unknown" ? {} : { web: before } },
    { sources: [group("web")] },
    (fixture) => (after === "unknown" ? fixture.groups.set("web", "unknown") : fixture.groups.set("web", after)),
  );
  expect(flip?.full).toBe(expected);
});

test("boundaries that changed, began or stopped applying are named; of many changes three are", async () => {
  const forbid = (id: string) => aBoundary({ id, name: `Not ${id}`, action: "Fail", sources: [cidr("10.1.0.0/16")] });
  const rule = { sources: [cidr("10.1.0.0/24")] };
  expect((await flipOf({ boundaries: [ten] }, rule, save({ ...ten, action: "Fail" })))?.full).toBe(
    'It was Pass until boundary "Ten" was changed.',
  );
  expect((await flipOf({ boundaries: [ten] }, rule, save({ ...ten, enforced: false })))?.full).toBe(
    'It was Pass until boundary "Ten" stopped applying.',
  );
  const many = async (fixture: ReturnType<typeof aReevaluationFixture>) => {
    for (const id of ["1", "2", "3", "4", "5"]) await fixture.saveBoundary(forbid(id), id);
  };
  expect((await flipOf({ boundaries: [ten] }, rule, many))?.full).toBe(
    'It was Pass until boundary "Not 1" began to apply, boundary "Not 2" began to apply, boundary "Not 3" began to apply and 2 more changes followed.',
  );
});

test("a change that does not touch the rule is no cause, and the cause is named as long as the state lasts", async () => {
  const other = aBoundary({ id: "o", name: "Other", sources: [cidr("172.16.0.0/12")] });
  const rule = { sources: [cidr("10.1.2.0/24")] };
  const flip = await flipOf(
    { boundaries: [pay, other], groups: { payments: ["10.1.2.0/24"] } },
    rule,
    async (fixture) => {
      await fixture.saveBoundary({ ...other, action: "Fail" }, "o");
      fixture.groups.set("payments", ["10.1.2.0/25"]);
    },
    set("payments", "10.1.2.0/26"),
  );
  expect(flip?.full).toBe('It was Pass until group "payments" lost 10.1.2.128/25.');
});

test("a failed lookup is no cause", async () => {
  const flip = await flipOf(
    { boundaries: [ten], groups: { web: ["10.1.0.0/24"] } },
    { sources: [group("web")] },
    async (fixture) => {
      fixture.groups.set("web", "failed");
      await fixture.saveBoundary(aBoundary({ id: "n", sources: [cidr("192.168.0.0/16")] }), "n");
      for (const request of fixture.requests.values()) request.wanted += 1;
    },
  );
  expect(flip).toBeNull();
});
