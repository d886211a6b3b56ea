import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aBoundaryInput, aRule, cidr, group } from "../../test/boundaries.ts";
import { holding } from "../../test/evaluations.ts";
import { aPreviewFixture } from "../../test/preview-fixture.ts";

const network = fc.oneof(
  fc.constantFrom("10.1.0.0/24", "10.1.0.0/25", "10.2.0.0/24", "10.0.0.0/8", "172.16.0.0/12"),
  fc.constantFrom("@web", "@ops", "@absent", "@none"),
);
const objects = fc.array(network, { minLength: 1, maxLength: 2 });
const objectOf = (text: string) => (text.startsWith("@") ? group(text.slice(1)) : cidr(text));
const edits = fc.record({
  id: fc.constantFrom("b-1", "b-2", "b-3"),
  action: fc.constantFrom("Pass" as const, "Pass" as const, "Fail" as const, "Score" as const),
  enforced: fc.constantFrom(true, true, true, false),
  sources: objects,
  projectIds: fc.constantFrom(undefined, undefined, ["shop"], ["bank"]),
});
const inputOf = ({ sources, ...edit }: typeof edits extends fc.Arbitrary<infer Edit> ? Edit : never) =>
  aBoundaryInput({
    ...edit,
    ...(edit.action === "Score" ? { score: 7 } : {}),
    ...(edit.projectIds ? {} : { projectIds: null }),
    sources: sources.map((text) => objectOf(text)),
  });

let flipped = 0;
test("the edit, once made, flips exactly the previewed requests, with the previewed reasons", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(edits, { maxLength: 3 }),
      fc.array(
        fc.record({
          rules: fc.array(objects, { minLength: 1, maxLength: 3 }),
          projectId: fc.constantFrom("shop", "bank"),
          isEvaluated: fc.boolean(),
          isReady: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      fc.record({
        edit: edits,
        remove: fc.constantFrom(false, false, true),
        maxBytes: fc.constantFrom(0, 2_000, 1e9),
        shards: fc.constantFrom(1, 2, 3),
      }),
      fc.constantFrom([], ["10.1.0.0/25"], ["10.1.0.0/24", "10.2.0.0/24"]),
      async (before, requests, { edit, remove, maxBytes, shards }, web) => {
        const fixture = aPreviewFixture({ settings: { scoreReviewAt: 5 }, maxBytes, shards });
        fixture.lookups.set("group:web", holding(...web));
        fixture.lookups.set("group:ops", holding("10.2.0.0/25"));
        fixture.lookups.set("group:none", { outcome: "not-ready" });
        for (const boundary of before) await fixture.saveBoundary(inputOf(boundary));
        for (const [n, { rules, ...rest }] of requests.entries())
          await fixture.store(
            `cr-${n}`,
            rules.map((sources, k) => aRule({ id: `r${k}`, sources: sources.map(objectOf) })),
            rest,
          );
        const now = await fixture.judgeAll();
        const input = inputOf(edit);
        const answer = await fixture.preview({ input, remove });
        if (!answer.ok) {
          expect([remove, answer.failure.kind]).toEqual([true, "not-found"]);
          return;
        }
        if (remove) await fixture.removeBoundary(input.id);
        else await fixture.saveBoundary(input);
        const then = await fixture.judgeAll();
        const expected = [...then].flatMap(([id, { state, stateReason }]) => {
          const old = now.get(id)?.state;
          return old === state ? [] : [{ id, from: old, to: state, reason: stateReason.full }];
        });
        expect(answer.preview.flips.map(({ id, from, to, reason }) => ({ id, from, to, reason }))).toEqual(expected);
        expect(answer.preview).toMatchObject({
          flippedCount: expected.length,
          unchangedCount: then.size - expected.length,
        });
        flipped += expected.length;
      },
    ),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) },
  );
  expect(flipped).toBeGreaterThan(20);
});
