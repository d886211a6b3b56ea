import { describe, expect, test } from "@jest/globals";
import { aBoundaryInput, aRule, group } from "../../test/boundaries.ts";
import { holding } from "../../test/evaluations.ts";
import { aPreviewFixture, type Fixture, forbids, from, previewed } from "../../test/preview-fixture.ts";

describe("an edit", () => {
  test("names the requests that flip, their states, the deciding rule and its message", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    await fixture.store("inside", from("10.1.0.0/24"));
    await fixture.store("elsewhere", from("10.2.0.0/24"));
    await fixture.store("uncovered", from("172.16.0.0/24"));
    const { flips, flippedCount, unchangedCount, nextPageKey } = await previewed(fixture, {
      input: forbids("10.1.0.0/16"),
    });
    expect(flips).toMatchObject([{ id: "inside", revision: 1, from: "Pass", to: "Fail", ruleId: "rule-1" }]);
    expect(flips[0]?.reason).toMatch(/"No" forbids.*"rule-1"/);
    expect({ flippedCount, unchangedCount, nextPageKey }).toEqual({
      flippedCount: 1,
      unchangedCount: 2,
      nextPageKey: null,
    });
  });

  test("of an existing boundary is compared with the current boundary", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    await fixture.store("a", from("10.1.0.0/24"));
    await fixture.store("b", from("172.16.0.0/24"));
    const moved = aBoundaryInput({ sources: [{ type: "Cidr", cidr: "172.16.0.0/12" }] });
    expect((await previewed(fixture, { input: moved })).flips).toMatchObject([
      { id: "a", from: "Pass", to: "Review", ruleId: "rule-1" },
      { id: "b", from: "Review", to: "Pass", ruleId: "rule-1", reason: expect.stringContaining("covered") },
    ]);
    expect(await previewed(fixture, { input: aBoundaryInput() })).toMatchObject({ flippedCount: 0, unchangedCount: 2 });
    expect((await previewed(fixture, { input: aBoundaryInput({ enforced: false }) })).flips).toMatchObject([
      { id: "a" },
    ]);
  });

  test("that removes a boundary uses its id alone", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    await fixture.store("a", from("10.1.0.0/24"));
    const input = aBoundaryInput({ name: "", sources: [], score: 7 });
    expect((await previewed(fixture, { input, remove: true })).flips).toMatchObject([
      { id: "a", from: "Pass", to: "Review", ruleId: "rule-1" },
    ]);
  });

  test("that removes an unknown or deleted boundary is NOT_FOUND", async () => {
    const fixture = aPreviewFixture();
    const gone = { ok: false, failure: { kind: "not-found", message: 'there is no boundary "b-1"' } };
    expect(await fixture.preview({ remove: true })).toEqual(gone);
    await fixture.saveBoundary();
    await fixture.removeBoundary("b-1");
    expect(await fixture.preview({ remove: true })).toEqual(gone);
    const withoutId = await fixture.preview({ remove: true, input: aBoundaryInput({ id: "" }) });
    expect(withoutId).toMatchObject({ ok: false, failure: { kind: "not-found" } });
  });

  test("of the projects affects the requests of removed and added projects alone", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary({ projectIds: ["shop"] });
    await fixture.store("a", from("10.1.0.0/24"), { projectId: "shop" });
    await fixture.store("b", from("10.1.0.0/24"), { projectId: "bank" });
    await fixture.store("c", from("10.1.0.0/24"), { projectId: "other" });
    expect((await previewed(fixture, { input: aBoundaryInput({ projectIds: ["bank"] }) })).flips).toMatchObject([
      { id: "a", from: "Pass", to: "Review" },
      { id: "b", from: "Review", to: "Pass" },
    ]);
  });

  test("that adds the only score is decided by the threshold, and by no single rule", async () => {
    const fixture = aPreviewFixture({ settings: { scoreReviewAt: 5 } });
    await fixture.saveBoundary();
    await fixture.store("a", from("10.1.0.0/24"));
    const scores = aBoundaryInput({ id: "s", action: "Score", score: 7 });
    expect((await previewed(fixture, { input: scores })).flips).toMatchObject([
      { id: "a", from: "Pass", to: "Review", ruleId: null, reason: expect.stringContaining("7") },
    ]);
  });

  test("with errors is refused as a save would be, together with the other arguments", async () => {
    const fixture = aPreviewFixture();
    const input = aBoundaryInput({ name: "", score: 3, sources: [{ type: "Cidr", cidr: "10.0.0.1/8" }] });
    const answer = await fixture.preview({ input, limit: 201 });
    expect(answer).toMatchObject({ ok: false, failure: { kind: "invalid-input" } });
    const fields = !answer.ok && answer.failure.kind === "invalid-input" ? answer.failure.fields : [];
    expect(fields.map(({ path }) => path)).toEqual(["name", "score", "sources[0].cidr", "limit"]);
  });
});

describe("of the stored requests", () => {
  test("the newest revision is judged, also where it is not evaluated yet", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    await fixture.store("a", from("10.1.0.0/24"));
    await fixture.store("a", from("172.16.0.0/24"), { isEvaluated: false });
    await fixture.store("b", from("10.1.0.0/24"), { isEvaluated: false });
    const preview = await previewed(fixture, { input: forbids("10.1.0.0/16") });
    expect(preview).toMatchObject({ flippedCount: 1, unchangedCount: 1, flips: [{ id: "b", revision: 1 }] });
    expect((await previewed(fixture, { input: forbids("172.16.0.0/16") })).flips).toMatchObject([
      { id: "a", revision: 2 },
    ]);
  });

  test("deleted ones are left out, also while their latest evaluation is stored", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    await fixture.store("a", from("10.1.0.0/24"));
    await fixture.store("b", from("10.1.0.0/24"));
    await previewed(fixture, { input: forbids("10.1.0.0/16") });
    fixture.owned.delete("a");
    expect(await fixture.latestEvaluations.page(null, 10)).toHaveLength(2);
    expect(await previewed(fixture, { input: forbids("10.1.0.0/16") })).toMatchObject({
      flippedCount: 1,
      unchangedCount: 0,
      flips: [{ id: "b" }],
    });
  });

  test("one deleted and created again under its id is the new one", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    await fixture.store("a", from("10.1.0.0/24"));
    await previewed(fixture, { input: forbids("10.1.0.0/16") });
    fixture.owned.delete("a");
    await fixture.store("a", from("10.2.0.0/24"));
    expect(await previewed(fixture, { input: forbids("10.1.0.0/16") })).toMatchObject({
      flippedCount: 0,
      unchangedCount: 1,
    });
  });

  test("one that is saved while its text is read counts once, with its new text", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    await fixture.store("a", from("10.1.0.0/24"));
    const { readTexts } = fixture.needs.run;
    const run: Fixture["needs"]["run"] = {
      ...fixture.needs.run,
      async readTexts(revisions, signal) {
        await fixture.store("a", from("172.16.0.0/24"));
        return readTexts(revisions, signal);
      },
    };
    const asked = { input: forbids("172.16.0.0/16") };
    expect(await previewed(fixture, asked, AbortSignal.timeout(30_000), { ...fixture.needs, run })).toMatchObject({
      flippedCount: 1,
      unchangedCount: 0,
      flips: [{ id: "a", revision: 2 }],
    });
  });

  test("texts are read once, and again where they do not fit into the cache", async () => {
    for (const [maxBytes, readings] of [
      [1e9, 3],
      [0, 6],
    ] as const) {
      const fixture = aPreviewFixture({ maxBytes });
      await fixture.saveBoundary();
      for (const id of ["a", "b", "c"]) await fixture.store(id, from("10.1.0.0/24"), { isEvaluated: false });
      for (let n = 0; n < 2; n += 1)
        expect(await previewed(fixture, { input: forbids("10.1.0.0/16") })).toMatchObject({ flippedCount: 3 });
      expect(fixture.asked.texts).toBe(readings);
    }
  });
});

describe("what is named", () => {
  test("is looked up with current addresses, and only for requests that the edit can touch", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    fixture.lookups.set("group:web", holding("10.1.0.0/24"));
    fixture.lookups.set("group:new", holding("10.1.0.0/25"));
    const names = (id: string, port: number) => [
      aRule({ sources: [group(id)], services: [{ type: "TCP", portStart: port, portEnd: port }] }),
    ];
    await fixture.store("far", names("far", 22));
    await fixture.store("near", names("web", 443));
    const input = aBoundaryInput({
      id: "no",
      action: "Fail",
      partialMatch: "Fail",
      sources: [{ type: "ConnectGroup", groupId: "new" }],
      services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
    });
    expect((await previewed(fixture, { input })).flips).toMatchObject([{ id: "near", from: "Pass", to: "Fail" }]);
    expect(fixture.asked.names).toEqual(["group:new", "group:web"]);
    fixture.lookups.set("group:new", holding("10.9.0.0/24"));
    expect(await previewed(fixture, { input })).toMatchObject({ flippedCount: 0, unchangedCount: 2 });
  });

  test("and unknown, or not ready, is an Error with a reason", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    fixture.lookups.set("group:later", { outcome: "not-ready" });
    await fixture.store("a", from("10.1.0.0/24"));
    for (const groupId of ["absent", "later"]) {
      const input = aBoundaryInput({ id: "no", action: "Fail", sources: [{ type: "ConnectGroup", groupId }] });
      expect((await previewed(fixture, { input })).flips).toMatchObject([
        { id: "a", from: "Pass", to: "Error", ruleId: "rule-1", reason: expect.stringContaining(groupId) },
      ]);
    }
  });

  test("and can't be looked up is a failure that names it, where it matters", async () => {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    fixture.lookups.set("group:web", { outcome: "failed", reason: "the inventory does not answer" });
    await fixture.store("plain", from("10.1.0.0/24"));
    await fixture.store("named", [aRule({ sources: [group("web")] })]);
    const undecided = {
      ok: false,
      failure: {
        kind: "unavailable",
        message:
          'the effect of the edit on change request "named" is unknown, because group "web" can\'t be looked up: the inventory does not answer; try again when it can',
      },
    };
    expect(await fixture.preview({ input: forbids("10.1.0.0/16") })).toEqual(undecided);
    const ssh = { ...forbids("10.1.0.0/16"), services: [{ type: "TCP" as const, portStart: 22, portEnd: 22 }] };
    expect(await previewed(fixture, { input: ssh })).toMatchObject({ flippedCount: 0, unchangedCount: 2 });
    // A failed lookup also matters if another boundary names the group and touches the same request.
    fixture.owned.delete("named");
    await fixture.saveBoundary({ id: "other", sources: [{ type: "ConnectGroup", groupId: "web" }] });
    expect(await fixture.preview({ input: aBoundaryInput({ enforced: false }) })).toMatchObject({
      failure: { kind: "unavailable", message: expect.stringContaining('"plain"') },
    });
    // A forbidden request stays forbidden, whichever lookups fail.
    await fixture.saveBoundary(forbids("10.1.0.0/16"));
    expect(await previewed(fixture, { input: aBoundaryInput({ enforced: false }) })).toMatchObject({ flippedCount: 0 });
  });
});

describe("a preview that takes long", () => {
  async function aSlowFixture() {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    for (const id of ["a", "b", "c", "d", "e"]) await fixture.store(id, from("10.1.0.0/24"));
    let isSlow = true;
    const { newestRevisions } = fixture.needs.run.requests;
    const requests: Fixture["needs"]["run"]["requests"] = {
      async newestRevisions(after, signal) {
        if (isSlow && after === "d") await new Promise((_, reject) => signal.addEventListener("abort", reject));
        return newestRevisions(after, signal);
      },
    };
    const needs: Fixture["needs"] = { ...fixture.needs, previewMs: 1_000, run: { ...fixture.needs.run, requests } };
    return { fixture, needs, speedUp: () => (isSlow = false) };
  }
  const asked = { input: forbids("10.1.0.0/16") };

  test("ends with a message that says how far it came and what to do", async () => {
    const { fixture, needs, speedUp } = await aSlowFixture();
    expect(await fixture.preview(asked, AbortSignal.timeout(30_000), needs)).toEqual({
      ok: false,
      failure: {
        kind: "timeout",
        message:
          "the preview took longer than 1 s, after 4 stored change requests; what was read is cached, so try again",
      },
    });
    speedUp();
    expect(await previewed(fixture, asked, AbortSignal.timeout(30_000), needs)).toMatchObject({ flippedCount: 5 });
  });

  test("lets one other wait and refuses the rest", async () => {
    const { fixture, needs } = await aSlowFixture();
    const signal = AbortSignal.timeout(30_000);
    const three = [1, 2, 3].map(() => fixture.preview(asked, signal, needs));
    expect(await three[2]).toMatchObject({ ok: false, failure: { kind: "busy" } });
    expect(await Promise.all(three.slice(0, 2))).toMatchObject([
      { failure: { kind: "timeout" } },
      { failure: { kind: "timeout" } },
    ]);
    expect(await previewed(fixture, asked)).toMatchObject({ flippedCount: 5 });
  });

  test("ends with its caller, and the next one runs", async () => {
    const { fixture, needs } = await aSlowFixture();
    const leaving = new AbortController();
    const left = fixture.preview(asked, leaving.signal, needs);
    setTimeout(() => leaving.abort(new Error("the caller left")), 50);
    await expect(left).rejects.toThrow("the caller left");
    expect(await previewed(fixture, asked)).toMatchObject({ flippedCount: 5 });
  });
});

test("while change-request does not answer the preview fails with its message", async () => {
  const fixture = aPreviewFixture();
  await fixture.saveBoundary();
  const failure = { kind: "unavailable", message: "away" } as const;
  const requests = { newestRevisions: async () => ({ ok: false, failure }) as const };
  const needs: Fixture["needs"] = { ...fixture.needs, run: { ...fixture.needs.run, requests } };
  expect(await fixture.preview({}, AbortSignal.timeout(30_000), needs)).toEqual({ ok: false, failure });
});
