import { expect, test } from "@jest/globals";
import { createStatusLine } from "./status-line.ts";

test("on a terminal one line is overwritten and cut to its width", () => {
  const written: string[] = [];
  let at = 0;
  const status = createStatusLine({ isTTY: true, columns: 6, write: (text) => written.push(text) }, () => at);
  status.show("a long line");
  status.show("too soon");
  at = 200;
  status.show("next");
  status.clear();
  expect(written).toEqual(["\r\u001b[Ka lon", "\r\u001b[Knext", "\r\u001b[K"]);
});

test("elsewhere there is a plain line every ten seconds, and no control characters", () => {
  const written: string[] = [];
  let at = 0;
  const status = createStatusLine({ write: (text) => written.push(text) }, () => at);
  status.show("at once");
  at = 10_000;
  status.show("later");
  status.say("now");
  status.clear();
  expect(written).toEqual(["later\n", "now\n"]);
});

test("text of a file or a service cannot leave the line", () => {
  const written: string[] = [];
  const screen = { isTTY: true, columns: 19, write: (text: string) => written.push(text) };
  createStatusLine(screen, Date.now).say("a\u001b[2Jb\u009bc\r\nd, longer than the line");
  createStatusLine({ ...screen, isTTY: false }, Date.now).say("e\u001b[2J\nf");
  expect(written).toEqual(["\r\u001b[Ka\\u001b[2Jb\\u009bc", "e\\u001b[2J\\u000af\n"]);
});
