import { expect, test } from "@jest/globals";
import { readDemonstration, readItems } from "./demonstration.ts";
import { showVerdict } from "./show-verdict.ts";

test("an item's empty fields are left out; addresses and tags are lists", () => {
  const csv = "id,ips,hostname,tags,model\na,10.0.0.1 2001:db8::1,,app=shop env=prod,m6i\nb,,,,\n";
  expect(readItems(csv)).toEqual([
    { id: "a", ips: ["10.0.0.1", "2001:db8::1"], tags: { app: "shop", env: "prod" }, item: { model: "m6i" } },
    { id: "b", ips: [] },
  ]);
});

test("every name in the estate is unique, and every case it should show is in it", () => {
  const { items, groups, boundaries, changeRequests } = readDemonstration();
  const keys = items.map(({ accountId, region, type, id }) => JSON.stringify([accountId, region, type, id]));
  for (const names of [
    keys,
    groups.map(({ id }) => id),
    boundaries.map(({ id }) => id),
    changeRequests.map(({ input }) => input.id),
  ])
    expect(new Set(names).size).toBe(names.length);
  expect(new Set(changeRequests.map(({ expected }) => expected.state))).toEqual(
    new Set(["Pass", "Fail", "Review", "Error"]),
  );
});

test("a verdict is shown with the boundary that decided, its witness and the traffic it is about", () => {
  const shown = showVerdict({
    id: "a",
    name: "From anywhere",
    state: "Fail",
    stateReason: "because",
    score: 40,
    results: [
      { boundaryName: "Quiet", boundaryAction: "Score", state: null, rules: [] },
      {
        boundaryName: "No database",
        boundaryAction: "Fail",
        state: "Fail",
        rules: [
          {
            ruleId: "r1",
            relation: "Overlap",
            witness: {
              source: "0.0.0.0",
              destination: "10.0.0.1",
              protocol: 6,
              port: 5_432,
              icmpType: null,
              icmpCode: null,
            },
            residual: {
              truncated: false,
              blocks: [
                {
                  sources: ["0.0.0.0/5", "8.0.0.0/7", "11.0.0.0/8", "12.0.0.0/6", "16.0.0.0/4"],
                  destinations: ["10.0.0.1/32"],
                  services: ["tcp/5432"],
                },
              ],
            },
          },
        ],
      },
    ],
  });
  expect(shown).toMatch(/state +Fail, score 40/);
  expect(shown).toMatch(/boundary +"No database" \(Fail\)/);
  expect(shown).toMatch(/witness +0\.0\.0\.0 -> 10\.0\.0\.1 tcp\/5432/);
  expect(shown).toMatch(/inside +from 0\.0\.0\.0\/5, 8\.0\.0\.0\/7, 11\.0\.0\.0\/8, 12\.0\.0\.0\/6 and 1 more/);
  expect(shown).not.toContain("Quiet");
});
