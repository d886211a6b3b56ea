import { expect, test } from "@jest/globals";
import { readTokenArguments } from "./token-arguments.ts";

const known = ["boundary:view", "boundary:edit"];

test("the defaults are a local user with every permission, for an hour", () => {
  expect(readTokenArguments([], known)).toEqual({
    ok: true,
    options: { email: "you@example.com", permissions: known, expiresInSeconds: 3_600 },
  });
});

test.each([
  ["90s", 90],
  ["30m", 1_800],
  ["2h", 7_200],
  ["7d", 604_800],
])("%s is a duration", (expires, seconds) => {
  const read = readTokenArguments(
    ["--email", "ada@example.com", "--permissions", "boundary:view", "--expires", expires],
    known,
  );
  expect(read).toEqual({
    ok: true,
    options: { email: "ada@example.com", permissions: ["boundary:view"], expiresInSeconds: seconds },
  });
});

test.each([
  [["--expires", "soon"], /"soon" is not a duration; write 90s/],
  [["--expires", "0h"], /is not a duration/],
  [["--permissions", "root"], /"root" is not a permission; the permissions are boundary:view/],
  [["--email", " "], /" " is not an email address; write user@example.com/],
  [["--mail", "x"], /--mail/],
])("%j is refused with what to change", (args, problem) => {
  expect(readTokenArguments(args, known)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});
