import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { betterPage, chooseRows, nextPage, type Page } from "./choose-page.ts";

describe("pages", () => {
  it.each([
    [{ page: 0, pageSize: 50 }, 50, 50, 50],
    [{ page: 0, pageSize: 1_000 }, 1_000, 137, 137],
    [{ page: 1, pageSize: 137 }, 137, 137, 137],
    [{ page: 1, pageSize: 120 }, 120, 100, 60],
    [{ page: 1, pageSize: 137 }, 137, 136, 1],
    [{ page: 3, pageSize: 50 }, 20, 30, 20],
    [{ page: 3, pageSize: 50 }, 40, 30, 25],
    [{ page: 9, pageSize: 50 }, 0, 0, 0],
  ])("%j with %d rows, of which %d fit, answers %d", (asked, received, fitting, returned) => {
    expect(chooseRows(asked, received, fitting)).toBe(returned);
  });

  it.each<[Page, number, number, Page | null]>([
    [{ page: 0, pageSize: 50 }, 50, 51, { page: 1, pageSize: 50 }],
    [{ page: 0, pageSize: 50 }, 50, 50, null],
    [{ page: 0, pageSize: 1_000 }, 137, 400, { page: 1, pageSize: 137 }],
    [{ page: 1, pageSize: 120 }, 60, 400, { page: 3, pageSize: 60 }],
    [{ page: 99, pageSize: 100 }, 100, 20_000, null],
    [{ page: 32, pageSize: 300 }, 300, 20_000, { page: 99, pageSize: 100 }],
    [{ page: 9, pageSize: 50 }, 0, 100, null],
  ])("%j, of which %d rows of %d were answered, is followed by %j", (asked, returned, total, next) => {
    expect(nextPage(asked, returned, total)).toEqual(next);
  });

  it.each<[Page, number, number, Page | null]>([
    [{ page: 1, pageSize: 137 }, 1, 130, { page: 1, pageSize: 120 }],
    [{ page: 2, pageSize: 94 }, 2, 90, { page: 4, pageSize: 47 }],
    [{ page: 7, pageSize: 202 }, 2, 105, { page: 14, pageSize: 101 }],
    [{ page: 1, pageSize: 120 }, 60, 100, null],
  ])("%j of which %d rows were answered though %d fit is better asked as %j", (asked, returned, fitting, better) => {
    expect(betterPage(asked, returned, fitting)).toEqual(better);
  });

  it("skip nothing and repeat nothing, whatever fits", () => {
    const numbers = (min: number, max: number) => fc.integer({ min, max });
    const rooms = fc.array(numbers(20, 200), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(numbers(0, 11_000), numbers(1, 1_000), rooms, (total, size, roomOf) => {
        let asked: Page | null = { page: 0, pageSize: size };
        let reached = 0;
        for (let call = 0; asked !== null; call++) {
          const isNext = asked.page * asked.pageSize === reached && (asked.page + 1) * asked.pageSize <= 10_000;
          const received = Math.min(asked.pageSize, total - reached);
          const fitting = Math.min(received, roomOf[call % roomOf.length] ?? 1);
          const returned = chooseRows(asked, received, fitting);
          if (!isNext || returned > fitting) return false;
          reached += returned;
          asked = nextPage(asked, returned, total);
        }
        return reached === Math.min(total, 10_000);
      }),
      { numRuns: 50 },
    );
  });
});
