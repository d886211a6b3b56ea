import { expect, test } from "@jest/globals";
import { readTokenArguments } from "./token-arguments.ts";

const known = ["boundary:view", "boundary:edit"];

test("what is left out means a local person with every permission for an hour", () => {
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
])("%s is a time", (expires, seconds) => {
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
  [["--expires", "soon"], /"soon" is no time; write 90s/],
  [["--expires", "0h"], /is no time/],
  [["--permissions", "root"], /"root" is no permission; there are boundary:view/],
  [["--email", " "], /" " is no email; write somebody@example.com/],
  [["--mail", "x"], /--mail/],
])("%j is refused with what would work", (args, problem) => {
  expect(readTokenArguments(args, known)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});
