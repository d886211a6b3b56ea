import { expect, test } from "@jest/globals";
import { referenceOf } from "@network-access/firewall-rules/reference";
import fc from "fast-check";
import { aBoundary, aRule, cidr, group, item } from "../test/boundaries.ts";
import { aSavedRequest, aWorker, holding } from "../test/evaluations.ts";
import { rederive } from "../test/rederive.ts";
import type { Boundary } from "./boundaries/boundary.ts";
import { inMemoryBoundaryStore } from "./boundaries/in-memory-boundary-store.ts";
import { showResults } from "./evaluations/show-results.ts";
import type { Resolved } from "./judging/model/resolved.ts";

async function stored(boundaries: readonly Boundary[]) {
  const store = inMemoryBoundaryStore();
  for (const boundary of boundaries) await store.replace({ kind: "boundary", boundary }, null);
  // Since the evaluation, every boundary was saved again.
  for (const boundary of boundaries) {
    const changed = { ...boundary, revision: boundary.revision + 1, action: "Pass" as const, score: null };
    await store.replace({ kind: "boundary", boundary: changed }, { kind: "boundary", boundary });
  }
  return store;
}

const network = fc.oneof(
  fc.constantFrom("10.0.0.0/8", "10.1.0.0/16", "172.16.0.0/12", "0.0.0.0/0", "2001:db8::/32").map(cidr),
  fc.constantFrom("g1", "g2", "g3", "g4", "g5").map(group),
  fc.constant(item("i1")),
  fc.constant({ type: "Any" as const, negate: null }),
);
const side = fc.array(network, { minLength: 1, maxLength: 3 });
const someBoundaries = fc.array(
  fc.record({
    action: fc.constantFrom("Pass" as const, "Fail" as const, "Score" as const),
    sources: side,
    destinations: side,
    projectIds: fc.constantFrom(null, ["shop"], ["bank"]),
    message: fc.constantFrom(null, "Ask the network team."),
  }),
  { maxLength: 6 },
);
const someRules = fc.array(fc.record({ sources: side, destinations: side }), { minLength: 1, maxLength: 3 });
const resolution = new Map<string, Resolved>([
  ["group:g1", holding("10.1.0.0/24", "2001:db8::/64")],
  ["group:g2", holding()],
  ["group:g3", { outcome: "unknown" }],
  ["group:g4", { outcome: "failed", reason: "the inventory does not answer" }],
  ["group:g5", { outcome: "not-ready" }],
  [referenceOf(item("i1")) ?? "", holding("10.1.0.7/32")],
]);

test("a verdict can be derived again from the stores, whatever changed since", async () => {
  await fc.assert(
    fc.asyncProperty(someBoundaries, someRules, async (texts, rules) => {
      const boundaries = texts.map((text, n) =>
        aBoundary({ ...text, id: `b-${n}`, uuid: crypto.randomUUID(), score: text.action === "Score" ? 10 : null }),
      );
      const request = aSavedRequest(rules.map((rule, n) => aRule({ ...rule, id: `rule-${n}` })));
      const worker = aWorker(boundaries, request, { resolution });
      await worker.evaluate();
      const record = await worker.evaluations.findNewest("cr-1", 1);
      if (!record) throw new Error("no evaluation was recorded");
      const details = await worker.evaluations.details(record);
      const again = await rederive(record, details, { ...worker, boundaries: await stored(boundaries) });

      const { state, stateReason, score, retry } = record;
      expect({ state, stateReason, score, retry }).toEqual({
        state: again.state,
        stateReason: again.stateReason,
        score: again.score,
        retry: again.retry,
      });
      expect(details.findings).toEqual(again.findings);
      // The results of boundaries that touch no rule are not stored. They are built when results are read, and `All`
      // includes them.
      expect(await showResults(worker.contents, record, details, "All")).toEqual(again.results);
    }),
  );
});
