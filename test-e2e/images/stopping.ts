import { expect, test } from "@jest/globals";
import { SERVERS, stack, traces } from "./image-stack.ts";

test("every process stops with code 0 when it is asked to, and has sent its traces", async () => {
  const endings = await Promise.all(SERVERS.map((name) => stack.process(name).kill("SIGTERM")));
  expect(new Set(endings)).toEqual(new Set(["code 0"]));
  expect(traces.processes().toSorted()).toEqual(SERVERS.toSorted());
});
