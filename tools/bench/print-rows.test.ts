import { expect, test } from "@jest/globals";
import { printDuration, printRows } from "./print-rows.ts";

test("the table is aligned, shows whether each aim is reached, and wraps notes", () => {
  const rows = [
    { name: "a save", floorMs: 10, oursMs: 25, aim: 3, note: "one at a time; a thousand boundaries" },
    { name: "many saves", floorMs: 10, oursMs: 31.4, aim: 3 },
    { name: "slowest", floorMs: 0.5, oursMs: 1_200, aim: null },
    { name: "in time", floorMs: 0.5, oursMs: 2, aim: null, barMs: 2 },
    { name: "late", floorMs: 1, oursMs: 2.5, aim: 3, barMs: 2 },
  ];
  expect(printRows(rows, 30)).toBe(
    [
      "               floor      ours   ratio           aim",
      "a save       10.0 ms   25.0 ms   2.50x            3x   reached",
      "    one at a time; a thousand",
      "    boundaries",
      "many saves   10.0 ms   31.4 ms   3.14x            3x   MISSED",
      "slowest       500 µs    1.20 s   2400x          none",
      "in time       500 µs   2.00 ms   4.00x       2.00 ms   reached",
      "late         1.00 ms   2.50 ms   2.50x   3x, 2.00 ms   MISSED",
    ].join("\n"),
  );
});

test.each([
  [0.0432, "43.2 µs"],
  [0.9999, "1.00 ms"],
  [9.999, "10.0 ms"],
  [123.4, "123 ms"],
  [999.7, "1.00 s"],
])("%d ms is printed as %s", (ms, text) => {
  expect(printDuration(ms)).toBe(text);
});
