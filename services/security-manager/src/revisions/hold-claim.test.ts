import { expect, test } from "@jest/globals";
import { pause } from "@network-access/service-runtime/deadline";
import { ClaimLost, holdClaim } from "./hold-claim.ts";

/** Creates a claim. The test sets the clock of the claim. */
function claimOf(ms: number, renewed: () => Promise<boolean> = async () => true) {
  const clock = { atMs: 0, renewals: 0 };
  const renew = () => {
    clock.renewals += 1;
    return renewed();
  };
  return { clock, claim: { ms, renew, elapsedMs: () => clock.atMs } };
}

test("a claim is renewed three times in its length, until the work is done", async () => {
  const { clock, claim } = claimOf(30);
  await holdClaim(claim, async (check) => {
    while (clock.renewals < 3) await pause(1);
    await check();
  });
  await pause(50);
  expect(clock.renewals).toBe(3);
});

test("work that went on past its claim renews it before the next step", async () => {
  const { clock, claim } = claimOf(60_000);
  await holdClaim(claim, async (check) => {
    await check();
    clock.atMs = 60_000;
    await check();
    await check();
  });
  expect(clock.renewals).toBe(1);
});

test.each([
  ["when it is another's", 60_000],
  ["when a renewal said so", 30],
])("a step is refused %s", async (_, ms) => {
  const { clock, claim } = claimOf(ms, async () => false);
  const working = holdClaim(claim, async (check) => {
    if (ms === 30) while (clock.renewals === 0) await pause(1);
    else clock.atMs = ms;
    await check();
  });
  await expect(working).rejects.toThrow(ClaimLost);
  expect(clock.renewals).toBe(1);
});

test("without the database the claim lasts its length and then fails with the database's error", async () => {
  const { clock, claim } = claimOf(30, () => Promise.reject(new Error("no database")));
  const working = holdClaim(claim, async (check) => {
    while (clock.renewals < 2) await pause(1);
    await check();
    clock.atMs = 30;
    await check();
  });
  await expect(working).rejects.toThrow("no database");
});
