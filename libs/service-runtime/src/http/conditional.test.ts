import { expect, test } from "@jest/globals";
import { namesEtag, prefersGzip } from "./conditional.ts";

test.each([
  [undefined, false],
  ["", false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"c" , "a"', true],
  ['"b","a"', true],
  ['"b"', false],
  ["*", true],
  [" * ", true],
  ["a", false],
  ['"A"', false],
  ['"b,"a"', false],
  ['"x"a"', false],
  ['"b", *', false],
])("if-none-match %j names the ETag: %j", (header, named) => {
  expect(namesEtag(header, '"a"')).toBe(named);
});

test.each([
  [undefined, false],
  ["", false],
  ["gzip", true],
  ["GZIP", true],
  ["x-gzip", true],
  ["deflate, gzip;q=1.0, *;q=0.5", true],
  ["*", true],
  ["identity", false],
  ["br", false],
  ["gzip;q=0", false],
  ["gzip; q=0.0, *", false],
  ["*;q=0", false],
  ["gzip;q=0.001", true],
  ["gzip;q=0.5, identity;q=0.8", false],
  ["gzip;q=0.8, identity;q=0.5", true],
  ["gzip, identity", true],
  ["gzip;q=what", false],
])("accept-encoding %j prefers gzip: %j", (header, preferred) => {
  expect(prefersGzip(header)).toBe(preferred);
});
