import { expect, test } from "@jest/globals";
import { countReasons } from "../reasons.ts";
import { duration, progressText } from "./progress-text.ts";
import { reasonsText } from "./report-text.ts";

test("progress shows the share, the amount, the pace and what is left", () => {
  expect(progressText(0, 2_000, 0)).toBe("░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0 of 2,000");
  expect(progressText(1_000, 4_000, 2_000)).toBe("██████░░░░░░░░░░░░░░░░░░  25 %  1,000 of 4,000  500/s  6.0 s left");
  expect(progressText(7, 7, 1_000)).toContain("100 %");
});

test.each([
  [0.25, "0.3 s"],
  [9.96, "10 s"],
  [200, "3 min 20 s"],
])("%d seconds are %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test("reasons that differ only in what they quote or count are shown once, the most frequent first", () => {
  const reasons = countReasons();
  reasons.add('"x" is no address', "a");
  reasons.add("has 3 columns, and the header has 4", "line 2");
  reasons.add("has 9 columns, and the header has 4", "line 7");
  expect(reasonsText("Problems", reasons.all())).toEqual([
    "Problems:",
    "  2 × has 3 columns, and the header has 4 (line 2; line 7)",
    '  1 × "x" is no address (a)',
  ]);
});

test("a long list of reasons ends with how many there are more", () => {
  const reasons = countReasons();
  for (const letter of "abcdefghijkl") reasons.add(`because of ${letter}${letter.toUpperCase()}`, "here");
  expect(reasonsText("Problems", reasons.all()).at(-1)).toBe("  ... and 2 more");
});
