import { expect, test } from "@jest/globals";
import { RevisionInput } from "./put-revision.ts";

test("a revision of more parts than a device may have is refused with the bound", () => {
  const named = (count: number) => ({
    ...{ configuredAt: "2026-01-01T00:00:00Z", baseRevision: null, schema: "device-snapshot.v1" },
    parts: Array.from({ length: count }, (_, at) => at.toString(16).padStart(64, "0")),
  });
  expect(RevisionInput.safeParse(named(10_000)).success).toBe(true);
  const refused = RevisionInput.safeParse(named(10_001));
  expect(refused.error?.issues).toMatchObject([
    { path: ["parts"], message: "has more than 10000 names; a device may have that many parts" },
  ]);
});
