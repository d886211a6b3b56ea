import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createStreamPlaces } from "./stream-places.ts";

test("the limits of all streams and of one caller's hold, and every place is freed when its stream ends", () => {
  const step = fc.record({ subject: fc.constantFrom("ada", "grace", "linus"), leave: fc.option(fc.nat()) });
  const bounds = fc.record({ most: fc.integer({ min: 1, max: 5 }), mostPerCaller: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(bounds, fc.array(step, { maxLength: 60 }), (given, steps) => {
      const places = createStreamPlaces(given);
      const open: { subject: string; over: AbortController }[] = [];
      for (const { subject, leave } of steps) {
        if (leave !== null && open.length > 0) {
          open.splice(leave % open.length, 1)[0]?.over.abort();
          continue;
        }
        const own = open.filter((one) => one.subject === subject).length;
        const expected =
          own >= given.mostPerCaller ? "caller-has-enough" : open.length >= given.most ? "all-taken" : "taken";
        const over = new AbortController();
        expect(places.take(subject, over.signal)).toBe(expected);
        if (expected === "taken") open.push({ subject, over });
      }
    }),
  );
});

test("a caller that is gone takes no place", () => {
  const places = createStreamPlaces({ most: 1, mostPerCaller: 1 });
  const over = new AbortController();
  over.abort();
  expect(() => places.take("ada", over.signal)).toThrow();
  expect(places.take("ada", new AbortController().signal)).toBe("taken");
});
