import { expect, test } from "@jest/globals";
import { runProgram } from "./run-program.ts";

const node = (script: string) => runProgram(process.execPath, ["-e", script]);

test("what a program prints is returned, and a failure has its last lines", async () => {
  expect(await node("console.log(1)")).toBe("1\n");
  await expect(node("console.error('no such thing'); process.exit(3)")).rejects.toThrow(/code 3:\nno such thing/);
});
